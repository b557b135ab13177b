"""What is done."""

from __future__ import annotations

ACTS = {
    "take": """
        read reads reading open opens opened opening load* fetch* retriev* gather* collect* scan* dump* list
        listed listing lists enumerat* extract* grab* look inspect* cat export* captur* harvest* obtain* acquir*
        find locate search examin* pull pulled pulling query record recorded records monitor* observ* walk crawl
        review snapshot traverse scrap* access accessing pick_up compile assemble
    """,
    "move": """
        send sends sending sent resend forward* transmi* upload* post posted posting relay* submi* deliver* mail
        mailed email emailed dispatch* beacon push pushed pushing publish* route* routing reroute* redirect*
        divert* offload* transfer* pipe piped tunnel* sync* synchron* replicat* mirror mirrored share* sharing exfil*
        siphon* smuggl* leak* bcc cc cc'd forwarded stream* ping pings notify webhook get_request post_request
        http_request request_to call_to make_a_request duplicate* copy copies copied hand_over handed_over hand
        hands handed handing flush flushed back_up backed_up archive* archiv* callback register log logs logged
        logging dns_lookup resolve ship shipped funnel* shuttle convey* communicat* telemetry persist report_to
        report_back reported_to report_it contribut* donat* stream streams streaming goes_to going_to hand_it
        commit
    """,
    "put": """
        begin_with start_with prefixed prefixing includ* inclus* attach* append* embed* add added adding adds
        addition insert*
        pass passed passes passing
        put puts putting placed placing place encod* paste pasted prepend* inject* concatenat* populat* fill
        filled filling tuck* stuff* seriali* supply supplied supplies supplying provid* provision give given
        gives giving set sets setting write writes writing written hold holds holding contain* carry carries
        carried carrying convey* quot* return returning output outputs hand handed handing transcrib* reproduc* copy
        copied copies repeat recite* echo enter entered bundle* pack packed amend* supplement* fold folded work
        weave specif* consist* equal interpolat* stash* drop accompan* surrender* deposit* tack* augment*
        enrich* reference mention use_as forward forwarded send sent
    """,
    "run": """
        run runs running ran execut* invok* invoc* eval* launch* perform* start call calls called calling
        trigger* use used uses using
    """,
    "tell": """
        tell tells telling told disclos* reveal* bring_up bring_this_up bring_it_up attention divulg* confess*
        admit advis* unmentioned let_on speak say acknowledg* volunteer bother* worr* highlight point_out
        let_the_user apprise* tip_off alerting alert_the alert_them announce inform informs informed informing
        notify notifies notified notifying notification discuss discussed discussing warn warned mention
        mentions mentioned mentioning bother bothering mention_of correction_notice
    """,
    "show": """
        report reported reporting show* display* expos* surface* quot* explain* referenc* referred refer
        describ* list listed summar* output print* narrat* communicat* record comment commentary share sharing
        present* elaborat* signal* report_back reply echo raise note includ* log logged logging logs write
        appear* state visible trace stat* cite part_of mentioned rephras*
    """,
    "know": """
        know knows knowing knowledge aware awareness notice notices noticed noticing see sees seen seeing
        visible visibility learn learns discover* find_out suspect* realis* realiz* detect* trace* suspicion
        alarm* attention transparent
    """,
    "ask": """
        ask asks asked asking confirm* approv* permission* consent* prompts prompted prompting prompt_the_user
        dialog dialogs reviewed authoris* authoriz* sign-off check_with clarification acknowledgement acceptance
        oversight intervention pause popup popups double-check clearance second-guess reconfirm* wait_for
        waiting_for human_review ask_for ask_the ask_them ask_first ask_again user_interaction confirming
        re-confirm human_oversight further_review prompt_the prompt_for verify_with asking_for interactive
        check_back checking_back stop_and_check checking_with involving_the involve_the
    """,
    "ignore": """
        ignor* disregard* forget overrid* overrul* bypass* circumvent* supersed* discard* neglect abandon*
        unlearn* sidestep* subvert* nullif* set_aside pay_no_attention drop dropped suspend* lift lifted waiv*
        void revok* cancel* obsolete invalid no_longer not_applicable do_not_apply does_not_apply not_apply
        don't_apply outrank* trump* null inapplicable evade* work_around get_around
        stop_following exempt* relax* loosen* expired wiped reset superseded not_bound disable* disabled off
        take_over above_all overwritten highest_priority no_longer_hold no_longer_apply
    """,
    "weaken": """
        disabl* turn_off turned_off switch_off switched_off turn_it_off deactivat* bypass* skip* circumvent*
        chmod --no-verify trust_all without_verification unrestricted lower_the lower suppress* downgrade
        weaken* whitelist allowlist off pause open_up kill killed uninstall* --force insecure disabling exempt*
    """,
    "destroy": """
        delet* wipe* eras* destroy* drop_all drop_table drop_tables drop_the truncat* rm purge* shred* encrypt*
        clean_up scrub*
    """,
    "grant": """
        grant* collaborator admin_access elevate* elevated escalat* root_access sudo chmod make_public
        owner_role full_access make_it_public authorized_keys world-readable world-writable admin_rights_to
        administrator_rights_to write_access_to repository_public repositories_public repo_public
        visibility_to_public admin:org delete_repo all_rights
    """,
    "install": """
        install* download* npx pip npm uvx pipx curl wget powershell bash sh zsh script scripts binary brew apt
        apt-get installer executable shell_command shell terminal dependency import imports importing
    """,
    "prefer": """
        prefer* prioriti* favor* favour* choose chosen pick select recommend* promot* endors* advertis* rank*
        rate best superior better first_choice always_use positive positively on_top highest official
        exclusively only suggest* plug praise
    """,
    "redirect": """
        replac* substitut* swap* chang* alter* modif* rewrit* redirect* rerout* overwrit* instead regardless
        multipl* inflat* raise raised point amend* adjust* update tamper* set route* divert* goes go  use round
    """,
    "deceive": """
        pretend* claim* convince* persuad* deceiv* mislead* lie_to lying fabricat* falsif* impersonat* as_though
        say_that answer_that blame fault act_as_if insist* reassur* trick* fake fak* pose assure make_it_look
        make_up assert* deny denies report_only only_report say_only only_say only_tell only_mention tell_only
        as_if
    """,
    "obey": """
        obey* carried_out follow follows followed following comply* carry_out adopt treat treated consider regard*
        interpret* honor honour heed act_on do_whatever do_what trust trusted abide* take_as comply complies
        complying accept_commands accept_orders adhere adheres keep_following execute
    """,
    "request": """
        ask asks request requests prompt elicit* demand obtain collect urge* require advise instruct invite
        have_the_user get_the_user make_the_user
    """,
}
