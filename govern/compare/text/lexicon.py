"""The words that steering is made of, by what they mean; rules/ says which of them together are a cue.

A word means one thing here. Verbs are given in their plain form, which also orders; `concept*` in a rule takes
every form of them. A phrase is written with spaces.
"""

from __future__ import annotations

VERBS = {
    "override": """
        ignore disregard forget override overrule bypass circumvent supersede discard neglect abandon unlearn
        sidestep subvert countermand nullify set_aside pay_no_attention_to pay_no_heed_to
    """,
    "obey": "obey comply adhere follow heed honor honour",
    "treat": "treat regard",
    "let": "let allow",
    "outrank": "outrank outweigh trump",
    "convince": "convince persuade pressure coax urge",
    "deceive": "mislead deceive misinform misrepresent falsify fabricate lie_to",
    "claim": "say claim deny insist",
    "trust": "trust",
    "conceal": "conceal withhold keep_from",
    "tell": "tell mention inform warn advise apprise discuss acknowledge divulge let_know bring_up alert",
    "notify": "notify",
    "reveal": "share reveal disclose leak confess admit recite",
    "show": """
        show display print report present surface expose describe explain announce state summarize summarise output echo
        communicate share_with repeat
    """,
    "ask": "ask confirm verify_with check_with wait",
    "hide": "hide omit suppress mask obscure disguise camouflage leave_out cover_up",
    "send": """
        send forward transmit upload post relay submit deliver ship mail email dispatch beacon push
        route reroute redirect divert transfer pipe tunnel report_back phone_home
    """,
    "copy": "copy bcc cc mirror duplicate blind-copy blind-carbon-copy",
    "exfiltrate": "exfiltrate exfil siphon smuggle steal",
    "put": """
        include append embed attach add insert pass put place encode paste prepend inject concatenate
        populate fill tuck stuff serialize serialise
    """,
    "give": "give provide supply write save store",
    "return": "return respond reply_with answer_with",
    "read": """
        read open load fetch retrieve access collect gather extract grab dump scan capture
        enumerate search cat recall look_up visit browse navigate
    """,
    "obtain": "get obtain find locate look",
    "call": "call invoke",
    "use": "use query consult trigger launch",
    "run": "run execute eval evaluate interpret perform",
    "avoid": "avoid refrain skip block refuse stop disable decline cease",
    "prefer": "prefer prioritize prioritise favor favour choose select pick recommend promote rank advertise endorse",
    "bend": "modify alter tamper intercept hijack hook",
    "change": "change replace set swap substitute rewrite edit adjust update overwrite",
    "pretend": "pretend impersonate masquerade roleplay",
    "decode": "decode decrypt deobfuscate unscramble decipher",
    "approve": """
        approve authorize authorise consent permit grant agree         whitelist accept
    """,
    "preapprove": "pre-approve preapprove preauthorize pre-authorize pre-authorise",
    "erase": "delete wipe erase destroy remove",
}

IRREGULAR = {
    "forget": "forgot forgotten", "override": "overrode overridden", "tell": "told", "show": "shown",
    "hide": "hid hidden", "send": "sent", "put": "put", "read": "read", "get": "got",
    "find": "found", "write": "wrote written", "run": "ran", "set": "set", "rewrite": "rewrote rewritten",
    "choose": "chose chosen", "overwrite": "overwrote overwritten", "withhold": "withheld",
    "bcc": "bcc'd", "cc": "cc'd", "leave": "left", "keep": "kept", "say": "said", "give": "gave given",
    "let": "let",
}  # fmt: skip
DOUBLED = frozenset(
    [
        "forget",
        "put",
        "get",
        "grab",
        "run",
        "set",
        "skip",
        "cat",
        "bcc",
        "cc",
        "omit",
        "transmit",
        "submit",
        "swap",
        "ship",
        "admit",
        "stop",
    ]
)

WORDS = {
    "void": """
        no_longer_apply no_longer_applies do_not_apply don't_apply does_not_apply no_longer_valid no_longer_in_effect
        are_void is_void void are_suspended are_lifted are_revoked are_overridden
    """,
    "defy": """
        even_if even_when even_those even_for even_though no_matter regardless_of regardless irrespective_of
        whatever_the whether_or_not
    """,
    "harmless": "zero none clean safe fine passed healthy secure",
    "warning": "warning warnings alerts dialogs popups permission_prompts",
    "priority": "priority precedence preference authority",
    "evil": "compromised malicious unsafe insecure poisoned infected untrustworthy",
    "false": "false wrong fake misleading incorrect inaccurate made-up",
    "our": "our us",
    "pii": """
        personal_data personal_information credit_card card_number cvv 2fa_code otp one-time_code one-time_password
        verification_code ssn social_security_number bank_details passport_number pii phone_number payment_details
        customer_data
    """,
    "link": "url link address query",
    "habits": """
        claude.md agents.md gemini.md .cursorrules cursorrules crontab cron_job startup_folder launchagents login_items
        copilot-instructions.md your_memory long-term_memory persistent_memory
    """,
    "session": "session sessions conversations chats",
    "server": "server servers",
    "log": "log logs trace traces evidence",
    "see": "see sees notice view",
    "from": "from",
    "begin": "begin start end finish conclude close",
    "seen": "visible viewable",
    "including": "including",
    "prior": "previous previously prior above earlier preceding foregoing aforementioned",
    "your": "your initial original",
    "you": "you",
    "system": "system developer",
    "all": """
        all any every each other others another whatever entire whole complete full everything
        anything verbatim
    """,
    "current": "existing current further",
    "order": """
        instruction instructions directive directives guideline guidelines guidance directions prompt prompts
        programming orders as_an_order as_a_command as_commands
    """,
    "limit": """
        rule rules constraint constraints policy policies restriction restrictions limitation
        limitations message messages
        command commands context training
    """,
    "request": "request requests question questions intent wishes objections refusal",
    "safety": """
        safety two-factor_authentication 2fa mfa antivirus firewall guardrail guardrails safeguard
        safeguards ethics ethical alignment moderation
        content_policy safety_policy
        security_policy safety_checks safety_rules security_checks
    """,
    "not": """
        not never don't dont without no cannot can't shouldn't mustn't neither nor nobody nothing rather_than
    """,
    "needless": "no_need needn't need_not",
    "demand": "demand demands requires require mandates mandate insists obliges",
    "leave": "leave",
    "only": "only sole",
    "should": "should ought_to",
    "arbitrary": """
        arbitrary_shell_commands arbitrary_shell_command arbitrary_commands arbitrary_command arbitrary_code
    """,
    "exfiltration": "exfiltration data-exfiltration",
    "swapped": "post-approval after_approval",
    "user": """
        user users human humans person people operator anyone anybody them end-user end-users users'
        their
    """,
    "covert": """
        secretly covertly surreptitiously stealthily discreetly clandestinely unbeknownst unnoticed undetected
        under_the_radar sneakily
    """,
    "quiet": "silently quietly invisibly silent in_the_background behind_the_scenes unobtrusively",
    "knowledge": """
        find_out finds_out found_out learn learns discover discovers notices suspect suspects
        knowledge knowing noticing awareness aware notice noticed know realize realise realizing
        seeing
    """,
    "this": "this that these those it",
    "here": "here",
    "step": "step steps action actions fact side-effect process behaviour behavior operation activity",
    "secret": """
        credential credentials password passwords passwd passphrase passphrases secrets
        api_key api_keys apikey api-key api-keys access_token access_tokens private_key private_keys private-key ssh_key
        ssh_keys auth_token auth_tokens session_token session_tokens session_cookie session_cookies cookies cookie
        bearer_token bearer_tokens oauth_token oauth_tokens refresh_token refresh_tokens secret_key secret_keys
        keychain keyring seed_phrase recovery_phrase mnemonic connection_string environment_variable
        environment_variables env_var env_vars environment_secrets env environment clipboard signing_key encryption_key
        pgp_key gpg_key ssh id_rsa master_password
        aws_keys aws_key aws_credentials ssh_private_key password_manager password_store
    """,
    "talk": """
        conversation transcript transcripts chat_history message_history conversation_history chat_log
        chat_context conversation_context dialogue dialog previous_messages prior_messages earlier_messages chat
        context_window message_log previous_exchanges prior_turns earlier_turns chat_messages chat_transcript
        user_messages user_prompts prompt_history messages_so_far user_message
    """,
    "inner": "system_prompt system_message system_instructions developer_message hidden_instructions initial_prompt",
    "external": """
        attacker external_host external_server external_endpoint external_service external_url
        external_address external_system external_party external_domain external_analytics external_collector
        external_logging remote_server remote_host remote_endpoint remote_address third_party third-party
        outside_server our_server our_endpoint our_collector our_backend analytics_endpoint logging_endpoint
        telemetry_endpoint exfil_server drop_box command_server c2 collector webhook
    """,
    "param": """
        parameter parameters argument arguments field fields sidenote metadata header headers
        query_string param payload body footer feedback attribute comment comments
    """,
    "note": "note notes memo reminder",
    "tool": "tool tools function functions plugin plugins",
    "when": """
        when whenever before after once upon while if each_time every_time any_time as_soon_as
        prior_to first then until
    """,
    "instead": "instead afterwards beforehand",
    "must": """
        must shall always required mandatory have_to need_to important critical essential compulsory
        imperative obligatory
    """,
    "please": "please kindly be_sure make_sure remember ensure just",
    "also": "also additionally furthermore moreover besides in_addition plus",
    "model": "assistant ai llm llms agent agents model claude gpt chatgpt copilot gemini assistants",
    "authority": """
        anthropic openai administrator administrators compliance regulators soc2 soc gdpr hipaa
        security_team it_department headquarters management supervisor developers vendor system_administrator
        platform_team regulation regulations auditors audit legal it_security security_department
    """,
    "dataword": "contents content data files documents records emails inbox results result response output",
    "file": "file document page",
    "recipient": "recipient payee beneficiary recipients",
    "money": "iban account_number wallet_address bank_account payout destination_account",
    "bad": "deprecated broken unreliable incomplete outdated vulnerable inferior obsolete",
    "future": "future subsequent following upcoming later remaining",
    "lasting": """
        rest_of_the_conversation rest_of_this_conversation rest_of_the_session rest_of_this_session
        remainder_of_the_conversation remainder_of_this_session rest_of_the_chat
    """,
    "onward": "from_now_on",
    "takeover": """
        you_are_now developer_mode do_anything_now jailbreak jailbroken god_mode unrestricted_mode
        new_persona you_are_no_longer unrestricted_ai unrestricted_model no_ethical no_restrictions
        without_restrictions you_can_do_anything may_do_anything no_limits_apply
    """,
    "facade": "as_if_nothing act_normally act_normal behave_normally act_as_if between_us as_though_nothing",
    "reply": "responses reply replies answer answers summary turn turns completion",
    "found": "embedded contained inside within found",
    "better": "best superior safest preferred top-rated fastest",
    "over": "over in_place_of instead_of ahead_of above_all rather_than",
    "and": "and or but",
    "to": "to into onto in as via at with",
    "fake": "confidential private hidden secret undisclosed covert real actual true",
    "fresh": "new updated revised",
    "already": "already",
    "keep": "keep remain stays stay kept remains",
    "approval": "approval confirmation consent permission authorization authorisation",
    "review": "review",
}
