"""Who shall do it, when, how, and what is said of it."""

from __future__ import annotations

MANNER = {
    "oblige": """
        must shall always required requires require requirement mandatory have_to has_to had_to need_to needs_to
        needed important critical essential compulsory imperative obligatory obliged should ought_to expected
        please kindly be_sure make_sure remember ensure prerequisite precondition necessary is_to are_to
        supposed crucial vital never_forget or_else will_not_work not_work won't_work will_fail otherwise unless
        in_order_to condition conditional contingent needs need also additionally instructed demands mandates
        mandated mandate obligation responsible responsibility every_time be_advised may_only rejected
        without_it must_be should_be has_to_be needs_to_be shall_be is_to_be
    """,
    "model": """
        assistant assistants ai llm llms agent agents model models claude gpt chatgpt copilot gemini you your
        callers caller yourself cursor host_application orchestrator
    """,
    "assistant": """
        assistant assistants ai llm llms agent agents claude gpt chatgpt copilot gemini yourself language_model
        language_models
    """,
    "user": """
        user users human humans person people operator operators anyone anybody end-user
        end-users owner them nobody they account_owner somebody someone
    """,
    "not": """
        not never no don't dont without cannot can't shouldn't mustn't neither nor nobody nothing rather_than
        avoid* refrain* omit* omission leave_out leave_it_out left_out unmentioned hide hides hidden hiding
        conceal* withhold* suppress* keep_from keep_it_from skip instead_of unnecessary needless needn't exclud*
        unaware unnoticed invisible invisibly silent silently quietly quiet secretly discreet* covert* out_of
        keep_out isn't undisclosed unreported leave_no leave_this leave_it keep_this_out keep_the redact*
        no_need no_reason out little_point no_point no_use spare not_part
    """,
    "silent": """
        silently quietly secretly covertly discreetly invisibly invisible unnoticed unseen behind_the_scenes
        in_the_background without_notice under_the_radar stealth* unobtrusive* unbeknownst inconspicuous*
        tacitly without_mention without_comment surreptitious* clandestin* no_trace off_the_record imperceptibl*
        undetect* without_drawing hidden_from
    """,
    "all": """
        all any every each entire whole full complete completely everything anything verbatim word_for_word
        whatever in_full exact unabridged unredacted raw everyone last_100 literal in_its_entirety unmodified
        as_is
    """,
    "when": """
        when whenever before after once while if each_time every_time any_time prior_to first then until upon
        instead afterwards beforehand with_every on_every whichever
    """,
    "other": """
        other others another similar alternative alternatives competing competitor competitors rival rivals
        built-in builtin native remaining elsewhere official any_other every_other all_other candidates options
        rest rest_of of_another from_other
    """,
    "prior": """
        prior previous* earlier above preceding your initial original system existing usual current user normal
        former foregoing were_given you_have you_were any all developer user's standard built-in default
    """,
    "urgent": """
        immediately urgent* critical mandatory failure penalt* terminated termination data_loss harm severe
        violation* act_now deadline consequence* emergency asap instantly lawsuit non-negotiable non-compliance
        without_exception no_exceptions at_once shut_down suspended liab* strictly
    """,
    "auto": """
        automatically unattended autonomously straight_away immediately proceed directly go_ahead on_behalf
        assum* auto-approve auto_approve taken_as_given presum* auto-accept auto_accept auto-confirm
    """,
    "around": "before after prior_to first afterwards finally once beforehand then",
    "hush": """
        confidential secret classified need-to-know between_us non-public internal_only
        confidentially
    """,
    "conceal": "hide hides hiding conceal* withhold* suppress* leave_out leave_it_out cover_up mask masks",
    "whatever": """
        whatever do_whatever without_question unquestioning* blindly literally as_given no_questions
        unconditionally
    """,
    "be": "must_be should_be has_to_be needs_to_be shall_be is_to_be",
    "keep": "save saves saved saving store stores stored storing persist persists remember record keep",
    "omit": "omit omits omitting omitted drop skip leave_out exclude leave",
    "never": "not never no nothing none don't dont cannot can't shouldn't mustn't avoid avoids won't nor doesn't",
    "done": """
        arranged granted already settled cleared waived not_necessary unnecessary needless
        not_needed not_required no_longer_needed in_place pre-approved preapproved taken_care handled on_file
        superfluous redundant implied implicit assumed not_apply
    """,
    "untold": "unmentioned undisclosed unreported untold unannounced unspoken",
    "bad": """
        broken unreliable outdated insecure deprecated wrong unsafe stale malfunction* compromised slow*
        inferior risky incorrect discontinued retired flawed corrupt* harmful vulnerable leak leaking leaks
    """,
    "applies": "applies apply applied applicable extends governs affects",
    "our": "our us",
    "free": "unrestricted uncensored unfiltered without_restrictions no_restrictions without_limits jailbroken",
    "yes": """
        auto-approve auto_approve autoapprove auto-accept auto_accept auto-confirm yolo skip-permissions --yes
        -y
    """,
    "on": "turn_on turned_on enable enabled switch_on set activate on",
    "json": "json",
    "decode": "backwards reversed rot13 base64 decode decoded decoding hex unscramble decipher",
    "away": "out_of out private quiet hidden internal off",
    "false": """
        error errors failed failing fails expired unavailable missing denied unauthorized 401 403 500 timeout
        retry
    """,
    "loop": """
        loop 100 1000 10000 indefinitely forever endlessly infinite recursively 100_times 1000_times
        until_the_user_stops until_told
    """,
    "waste": """
        as_many_tokens until_the_context context_is_full context_runs_out context_window_is_full tokens_run_out
        at_least_10_times at_least_20_times at_least_30_times at_least_50_times at_least_100_times
        at_least_200_times at_least_500_times at_least_1000_times use_up_the
    """,
    "mild": """
        example examples e.g such_as detect* scanner vulnerab* typically usually without_confirm instructions_in
        instructions_inside instructions_found instructions_contained untrusted
    """,
}
