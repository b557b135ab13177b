"""What it is done to, and where it goes."""

from __future__ import annotations

THINGS = {
    "secret": """
        credential* password* passwd passphrase* secrets secret_key secret_keys api_key api_keys apikey*
        api-key* access_token access_tokens private_key private_keys private-key* ssh_key ssh_keys ssh
        auth_token auth_tokens session_token session_cookie cookies bearer_token oauth_token oauth_tokens
        refresh_token keychain keyring seed_phrase recovery_phrase mnemonic connection_string
        environment_variable environment_variables env_var env_vars env environ clipboard signing_key
        encryption_key gpg_key id_rsa id_ed25519 master_password aws_keys github_token user_token api_token
        api_tokens personal_access_token kubeconfig service_account wallet git_config shell_history bash_history
        command_history browser_history browsing_history history_file hosts_file etc_passwd login_data the_token
        token_from pat npm_token printenv secrets_manager vault key_file pem certificate_key stored_secrets
        key_material 2fa_code one-time_code otp verification_code credit_card card_number cvv pin ssn jwt
        access_keys access_key netrc auth_header authorization_header connection_strings process_environment
        host_environment whole_environment keys_and your_keys user_keys old_keys all_tokens session_tokens
        secret_values deployment_credentials security-credentials rotate_keys signing_secrets keys_by
    """,
    "talk": """
        conversation conversations transcript* chat_history message_history chat_log chat dialogue dialog
        context_window previous_messages prior_messages earlier_messages recent_messages last_messages
        prior_turns previous_turns earlier_turns session_history session_log session_logs session_context
        user_messages user_message user_prompts user_prompt user_input original_request user_request
        messages_so_far everything_the_user the_user_has_said user_has_said what_the_user_said user_said
        user_asked interaction_history prior_context entire_context full_context prompt_history user_question
        user_query session_so_far chat_messages chat_transcript previous_exchanges message_of_the_user
        messages_of_the_user what_was_said previous_conversation user_words user_original original_user
        user_recent user_last context_so_far this_session original_prompt last_ten_messages last_three_user
        user_inputs user_most_recent
        message_thread user_last said_between told_so_far thread_so_far whole_thread exchanges discussion_so_far
    """,
    "inner": """
        system_prompt system_prompts system_message system_messages system_instructions developer_message
        developer_messages hidden_instructions initial_prompt initial_instructions your_instructions
        chain_of_thought chain-of-thought thought_process scratchpad initial_configuration your_configuration
        your_prompt internal_instructions internal_reasoning preamble system-level your_guidelines
        your_reasoning original_instructions your_rules inner_monologue other_tools'_output
        tool_definitions list_of_tools list_of_available_tools tools_available available_servers
        connected_servers tool_descriptions connected_tools tool_list operator_instructions model_instructions
        step-by-step_reasoning reasoning_verbatim your_available_tools available_to_you tools_are_called
        you_were_configured text_above instructions_you exact_instructions your_hidden you_run_under
        what_you_were_told
        your_setup your_thinking tool_you_have_access tools_you_have_access tools_you_can_see tools_you_can_call
    """,
    "results": """
        previous_tool tool_calls_so_far tool_call_results tool_results tool_outputs tool_output previous_outputs
        previous_results earlier_results files_you_have_read everything_you_know you_have_read prior_results
        intermediate_results tool_responses previous_calls prior_tool earlier_tool every_tool_result
        results_of_previous results_of_other results_of_all output_of_other output_of_every output_of_all
        outputs_of_other results_from_other outputs_from_other results_of_tools results_from_previous
        results_from_earlier
        results_from_all results_from_every results_from_tools outputs_from_previous outputs_of_tools
        output_of_another results_of_tool
    """,
    "private": """
        contacts contact_list address_book calendar inbox mailbox home_directory home_folder source_code
        private_repositories private_repository customer_data customer_records personal_data
        personal_information pii geolocation ip_address phone_number documents_folder private_messages dms
        config_file configuration_file config_files configuration_files config_directory local_files user_files
        project_files users_table database_schema file_listing directory_listing downloads_folder user_data
        repository_contents user_email hostname whoami user_emails user_documents user_file user_calendar
        user_contacts user_name user_identity file_tree private_files payroll salary invoices proprietary
        confidential_data internal_documents intellectual_property everything_you_know about_the_user
        device_information system_information recently_opened open_files home_dir user_location bank_details
        browsing_data screenshot_of_the screenshots_of their_screen user_screen
        whole_screen user_pictures user_photos from_users user_rows vcard tax documents_of
        medical_records whole_desktop customer_list recent_mails recent_emails latest_emails
        recent_documents tax_documents operating_system_user home_address date_of_birth full_name mac_address
        serial_number scrollback terminal_buffer git_remotes host_name working_on appointments diagnoses
        browsing_history user_health
        user_profile
    """,
    "sink": """
        webhook* endpoint* our_server our_servers our_cloud our_backend our_team our_support vendor attacker
        gist pastebin third_party third-party third_parties collector monitoring_service public_channel outside
        off-site offsite bucket s3 external_server diagnostics_server logging_service support_team
        command_server c2 partner monitoring_endpoint audit_server audit_service archive_server
        compliance_server compliance_archive
        maintainers logging_server headquarters remote_host
        external_party external_service external_address external_system community community_directory
        storage_bucket our_cdn endpoints analytics_service analytics_endpoint analytics_server
    """,
    "param": """
        parameter* argument* field fields sidenote payload metadata query_string here search_query search_terms
        keywords query_text
    """,
    "code": """
        generated_code code_you file_you files_you every_file commit_message generated_files scripts_you
        source_files generated_project code_generated every_commit all_commits your_commits dockerfile
        pyproject.toml ci_config package_json requirements_txt pyproject_toml backdoor hard-coded hardcoded
        admin_account default_password debug_endpoint hidden_route postinstall preinstall post-install
    """,
    "package": """
        npx pip npm uvx pipx brew apt apt-get installer script binary package helper agent daemon extension
    """,
    "money": """
        payment* transfer* wallet* iban account_number bank_account beneficiary payee payout* money
        destination_account bitcoin crypto order_total reply-to bcc pull_requests deposit* donation* addressee*
        forwarding_address settlement_account settlement amounts bank_details
    """,
    "target": """
        recipient* destination remotes remote dns resolver registry proxy base_url upstream receiver billing
        reply-to bcc endpoint pull_requests origin mirror index-url address addresses drain syslog
        log_level log_target sink forwarder
    """,
    "goods": """
        backups backup tables database databases repository repositories files logs history evidence branches
        records data traces volumes project disk drive workspace accounts folder directory them everything
    """,
    "persist": """
        claude.md agents.md gemini.md .cursorrules cursorrules crontab cron cron_job launchagents login_items
        copilot-instructions copilot-instructions.md your_memory long-term_memory persistent_memory
        shell_profile bashrc zshrc .bashrc .zshrc .profile .gitconfig ci_workflow git_hook pre-commit_hook
        post-commit scheduled_task systemd autostart auto-start mcp.json settings.json rules_file rules_files
        project_rules windsurfrules .windsurfrules github_actions
        user_rules system_rules instructions_file cursor_rules agent_configuration user_profile_script
        your_persistent memory_file memory_tool shell_startup every_login at_startup on_startup on_boot
        every_boot startup_items .vscode/settings.json .vscode/tasks.json vscode project_memory coding_rules house_rules
        conventions_file workspace_rules rule_file rules_for_the permanent_rules standing_rules agent_rules
        core.hookspath hookspath saved_instructions standing_instructions
    """,
    "ever after": """
        future_sessions subsequent_sessions later_sessions new_sessions every_session each_session all_sessions
        next_session other_sessions future_conversations every_conversation each_conversation all_conversations
        later_conversations
    """,
    "guard": """
        sandbox* firewall antivirus tls ssl certificate certificates verification two-factor two_factor 2fa mfa
        two-factor_authentication logging audit_log audit_logging audit branch_protection safety moderation
        protection protections guardrail* gatekeeper permission_checks permission_prompts rate_limit rate_limits
        signature_checks signature csrf cors authentication endpoint_protection monitoring safety_checks
        security_checks edr selinux defender confirmations approvals approval_prompts secret_scanning hooks
        pre-commit backups access_control access_controls encryption code_review warnings dialogs sso
        content_filters content_filter filters safety_filters human_review
    """,
    "order": """
        instruction* directive* guideline* guidance rules rule constraint* restriction* policy policies
        limitation* system_prompt orders safeguard* guardrail* safety content_filter content_filters
        safety_filter safety_filters moderation
        protections preferences request's earlier_task original_task previous_task user_request persona
        boundaries programming refusal* prior_context ethic* developer_message previous_prompts checks
        allowed_directories path_restrictions workspace_limits
        user_wishes user_instructions objection* consent_rules confirmation_rules security_rules
        security_policies directions instructions_above earlier_instructions commands_from
    """,
    "channel": """
        email emails mail messaging browser filesystem slack whatsapp shell terminal bash git github database
        payment payments calendar file_tool file_tools weather http telegram web_search file_search
        built-in_search built-in_tools upload
    """,
    "tool": """
        tool tools function functions plugin plugins server servers connector connectors mcp integration*
        candidate candidates option
    """,
    "toolword": "tool tools function functions",
    "authority": """
        anthropic openai google microsoft administrator administrators compliance regulators soc2 soc gdpr hipaa
        security_team it_department headquarters management supervisor developers vendor system_administrator
        platform_team regulation* auditors audit auditing legal law admin policy platform corporate company
        protocol governance company_policy official certified mcp_specification specification it_security
    """,
    "data": """
        data answer results result output outputs response responses query queries copy copies content contents
        message messages summary file files document documents findings records everything details information
        prompt prompts question transcript code emails attachment attachments report listing
    """,
    "answer": """
        answer answers reply replies response responses summary summaries summariz* summaris* explanation
        conversation chat final_answer visible output message messages recap report log logs user-facing
        transcript history listing list
    """,
    "deed": """
        this this_step step steps call calls transfer upload backup fact additional extra requirement operation
        lookup instruction* intermediate behaviour behavior side-effect process that_this action that_it
        invocation activity these it background check detail details what_happened
    """,
    "traces": "evidence traces trail footprints audit_trail",
    "rival": """
        competitor* competing rival rivals other_providers other_vendors our_products our_product our_offer
        our_services sponsor* affiliate our_platform
    """,
    "phish": """
        log_in login sign_in reinstall verify_their paste enter session_expired credit_card
        password passwords one-time_code re-enter reauthenticate credentials card uninstall
        token re-authenticate
    """,
}
