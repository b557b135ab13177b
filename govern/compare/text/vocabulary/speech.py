"""Turns of speech: who is spoken to, what is said of consent, of silence and of rank."""

from __future__ import annotations

SPEECH = {
    "deedname": """
        step steps action actions operation instruction requirement call behaviour behavior detail details upload
        transfer lookup activity verification note process message adjustment check part file_read internals
    """,
    "consent": """
        consent approval approvals permission permissions confirmation confirmations authorisation authorization
        clearance sign-off dialog dialogs pop-ups popups review oversight agreement
    """,
    "given": """
        as_a_yes as_yes         implied given granted assumed presumed unnecessary superfluous needless redundant waived
        already not_needed not_required pre-approved preapproved in_advance beforehand settled not_necessary
        considered_given no_longer_needed not_sought
    """,
    "agreed": """
        agreed agrees approved approves consented consents opted authorised authorized accepted pre-approved cleared
        okayed signed_off says_yes
    """,
    "awaits": "after until unless only_after only_if only_when once if",
    "assumed": "assume presume treat take suppose",
    "silence": "silence no_answer no_reply missing_answer missing_reply",
    "only": "only alone nothing_else merely solely nothing_but",
    "success": "succeeded worked success successful fine done complete verified secure safe",
    "become": """
        you_are_now you_are_no_longer new_role new_persona your_new from_now_on_you unrestricted_assistant
        your_real god_mode developer_mode do_anything_now in_character jailbreak jailbroken
        unrestricted_mode unrestricted_model
    """,
    "addressed": """
        note_to_the_ai note_to_ai note_to_llm note_to_the_llm message_for_the_ai message_to_the_ai
        message_for_claude for_claude_in dear_assistant dear_model dear_ai hey_claude attention_model attention_ai
        ai_only assistant_only model_only agents_only llm_only not_for_users not_for_humans
        not_shown_to_humans humans_do_not_read hidden_from_humans if_you_are_an_ai if_you_are_an_llm
        if_you_are_a_language instruction_for_language instructions_for_ai note_for_the_model
        message_for_the_assistant message_for_the_model note_to_the_assistant note_for_ai notice_to_the_ai
        llm_note ai_note for_the_assistant_only note_for_llms for_llms_only for_models_only for_agents_only llms_only
        models_only
    """,
    "itself": "this_tool this_one this_server these_tools this_connector",
    "text": "this_description this_instruction these_instructions this_text this_notice these_rules this_policy",
    "rank": """
        takes_precedence take_precedence takes_priority take_priority outranks outrank prevails prevail supersedes
        supersede overrules trumps ranks_above rank_above has_priority have_priority higher_priority
        highest_priority comes_before more_important_than outweighs outweigh
    """,
    "instr": """
        instruction instructions directive directives guideline guidelines prompt prompts user_request
        user_wishes user_messages user_message system_message system_messages wishes
    """,
    "others": """
        other others another alternative alternatives competing competitor competitors rival rivals any_other
        every_other other_servers another_server similarly_named third-party built-in
    """,
    "evil": """
        malware compromised malicious infected unsafe insecure broken unreliable untrusted untrustworthy dangerous
        hacked vulnerable out_of_order unmaintained
    """,
    "brand": """
        brands competitor competitors rival rivals sponsor sponsored premium_plan pro_plan our_product our_products
        our_service our_services our_plan affiliate advertisement advert our_shop our_site our_website our_partner
        other_providers our_company other_vendors
    """,
    "every": "every each all any",
    "turn": """
        message messages turn turns answer answers reply replies response responses request requests prompt prompts
        interaction
    """,
    "sitting": "conversation conversations session sessions chat chats task tasks",
    "opening": """
        before_any before_every before_each before_all prior_to_any prior_to_every before_anything before_answering
        before_using_any before_calling_any at_the_start at_the_beginning start_of_each start_of_every
        start_of_the each_session every_session after_each after_every each_time every_time at_the_end_of_each
        at_the_end_of_every
    """,
    "aware": """
        know knows aware see sees hear hears learn learns find_out finds_out notice notices discover discovers
        realise realize suspect suspects be_told be_informed be_notified be_bothered be_shown be_aware
        be_made_aware told informed notified bothered distracted involved gets_to_see get_to_see troubled alerted
    """,
    "neednot": """
        must_not mustn't should_not shouldn't need_not needn't does_not_need does_not_have do_not_need shall_not
        must_never should_never not_to may_not is_not_to are_not_to isn't_to no_need will_not won't not_be
        never doesn't_need don't_need doesn't_have isn't aren't ought_not
    """,
    "noneed": """
        do_not_need don't_need does_not_need doesn't_need need_no needs_no do_not_require does_not_require
        doesn't_require
    """,
    "unaware": """
        unaware unnoticed unseen invisible undetected unbeknownst in_the_dark unmentioned unreported unannounced
        undisclosed oblivious
    """,
    "quietly": """
        silently quietly secretly covertly discreetly invisibly surreptitiously stealthily unobtrusively
        behind_the_scenes without_notice under_the_radar clandestinely inconspicuously without_a_trace tacitly
        in_secret
    """,
    "seen already": """
        shown_to_the_user displayed_to_the_user rendered_to_the_user shown_to_them displayed_to_them already_shown
        already_displayed already_rendered already_visible already_on already_sees already_see shown_in_the
        displayed_in_the rendered_in_the visible_to_the_user sees_it_already user_sees they_see
        displayed_inline rendered_inline
    """,
    "hushed": """
        secret confidential private hidden quiet between_us to_yourself internal invisible undisclosed
        from_the_user
    """,
    "stay": "stay stays remain remains kept keep keeps keeping",
    "byorder": """
        by_order_of as_required_by as_mandated_by according_to in_accordance_with in_line_with mandated_by
        instructed_by on_order_of per request_of
    """,
    "law": "law regulation regulations legal gdpr hipaa soc2 compliance statutory iso sox act protocol",
    "contained": "contained embedded inside found within contains",
    "returned": "returned output response result reply returns fetched page",
    "blindly": "without_question unquestioningly exactly blindly to_the_letter whatever",
    "keeper": """
        firewall antivirus two-factor_authentication 2fa mfa sandbox audit_log audit_logging audit security
        signature branch_protection selinux defender permission_prompts approval_prompts guardrails safeguards csrf
        edr secret_scanning endpoint_protection --no-verify
    """,
    "wrongness": "fabricated incorrect fake made-up misleading untrue inaccurate wrong",
    "stored": "stored saved find found your user users their browser disk machine local",
    "needs": "needs requires expects wants needed required sought",
    "place": """
        body message header headers request comment issue commit_message commit url branch_name title filename
        description pull_request log_line job_output
    """,
    "office": """
        anthropic openai administrator administrators security_team it_department compliance_department
        compliance_team headquarters security_department legal_department mcp_team platform_team it_security
        developers developer_of system_administrator head_office
    """,
    "notice": "notice policy message directive bulletin announcement mandate",
    "instructs": """
        instructs orders demands mandates instructed ordered demanded has_decided has_approved has_cleared
        has_authorised has_authorized requires has_certified
    """,
    "certified": "certified reviewed cleared approved vetted audited verified endorsed",
    "bylaw": "required_by_law mandated_by_law by_law legal_duty legally_required required_by_regulation",
    "halt": """
        stop_your_current stop_your_task abandon_the_task abandon_your stop_what_you drop_your_current
        set_aside_the_task set_aside_your
    """,
    "opens": "begin start end finish conclude prefix open close",
    "reply": "answer answers reply replies response responses",
    "said": "asked said wants requested says typed",
    "us": "us our ours",
    "bcc": "bcc cc",
    "secretword": "password passwords pin cvv passphrase ssn card_number credentials recovery_phrase seed_phrase",
    "learnt": "know learnt learned",
    "detail": "detail detailed details everything much",
    "ruleline": "line rule note instruction reminder rules instructions",
    "rights": "write_access admin administrator owner_role owner root sudo full_access editor collaborator",
    "penalty": "suspended suspension termination penalised penalized lawsuit lives_depend banned punished liable",
    "comply": "failure_to failing_to if_you_do_not not_using comply",
    "above": "over above instead_of rather_than in_place_of ahead_of in_preference",
    "replaces": "replaces supersedes",
    "also": "also additionally",
    "later": "afterwards when_you_are_done when_done when_finished once_done after_that",
    "void": """
        suspended obsolete lifted invalid revoked do_not_apply does_not_apply do_not_hold does_not_hold
        not_apply don't_apply doesn't_apply not_hold not_valid void do_not_bind does_not_bind not_binding not_bind
    """,
    "facade": """
        keep_quiet_about keep_silent_about stay_quiet_about stay_silent_about say_nothing_about say_nothing_of
        as_if_nothing as_though_nothing as_if_only as_though_only act_as_if act_as_though act_normally
        as_your_own_opinion as_your_own_analysis as_your_own_advice as_your_own_idea as_your_own_view
        as_your_own_finding as_your_own_recommendation as_your_own_conclusion as_your_own_judgement
    """,
    "claim": """
        tell_them_that tell_them_it tell_the_user_that tell_the_user_it tell_user_that inform_the_user_that
        inform_them_that
    """,
    "calming": """
        only just merely no not nothing never safe fine normal normally local locally harmless routine ordinary
        read-only mandatory
    """,
    "memory": "memory memories",
    "inquires": "asks asked inquires inquire enquires questioned wonders asking ask wants_to_know want_to_know",
    "about": "what which whether where why how who if about",
    "denial": """
        answer_that_no answer_that_none answer_that_nothing say_that_no say_that_none say_that_nothing say_none
        reply_that_no reply_that_none reply_that_nothing claim_that_no claim_that_none claim_that_nothing state_that_no
        tell_them_no tell_them_that_no tell_the_user_no deny denies deny_it deny_having deny_that answer_no
        respond_that_no respond_that_none respond_that_nothing say_it_was_not say_it_did_not
    """,
    "lesser": "inferior second-rate lesser substandard second-best",
    "hype": """
        scientifically_proven proven_superior proven_to_be_superior superior_in_every trusted_by_fortune
        trusted_by_millions rated_1 ranked_1 rated_number_one ranked_number_one outperforms_all outperforms_every
        outperforms_any better_than_any_other better_than_all_other recommended_by_experts experts_recommend
        five-star_reviews don't_settle don't_fall_behind game_changer limited_time_offer act_now_before why_settle
        unmatched_by_any
    """,
    "unbidden": "without_being_asked without_being_told of_your_own_accord on_your_own_initiative",
}
