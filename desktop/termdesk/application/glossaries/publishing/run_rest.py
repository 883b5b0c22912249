"""The rest of an unfinished run: what is resumed as it was shown, and what is not, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, replace

from termdesk.application.glossaries.publishing.run_plan import PublishStep, RunPlan, StepPlan
from termdesk.messages.glossary_messages import HoldReason


@dataclass(frozen=True, slots=True)
class UnresumedStep:
    """A dictionary that is not resumed, and the reason as a sentence. `plan` is its new plan, if there is one."""

    step: PublishStep
    reason: str
    plan: StepPlan | None = None


@dataclass(frozen=True, slots=True)
class RunRest:
    """The rest of a run. `plan` sends what can be resumed; `held` is what cannot.

    `unseen` are the plans in `plan` that nobody has seen yet, because the run waited for the service before it was
    planned.
    """

    plan: RunPlan
    held: tuple[UnresumedStep, ...]
    unseen: tuple[StepPlan, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to send."""
        return not (self.plan.going or self.plan.held)


def split_rest(plan: RunPlan) -> RunRest:
    """Split the plan of `BulkPublisher.plan_rest`: only what is sent as it was shown can be resumed."""
    assert plan.run is not None, "it is the plan of a run"
    plans = {each.draft.draft_id: each for each in plan.plans}
    left_out = {each.draft.draft_id: each.reason for each in plan.left_out}
    going, held, unseen = list[StepPlan](), list[UnresumedStep](), list[StepPlan]()
    for step in plan.run.pending:
        present = plans.get(step.draft_id)
        if present is None:
            held.append(UnresumedStep(step, left_out.get(step.draft_id) or HoldReason.DRAFT_GONE()))
        elif reason := _reason(step, present):
            held.append(UnresumedStep(step, reason, present))
        else:
            going.append(present)
            if not step.change_hash:
                unseen.append(present)
    gone = {each.draft_id for each in plan.gone}
    kept = tuple(each.step for each in held if each.step.draft_id not in gone)
    return RunRest(replace(plan, plans=tuple(going), left_out=(), held=kept), tuple(held), tuple(unseen))


def _reason(step: PublishStep, present: StepPlan) -> str:
    """Return why the present plan of a step must be seen before it is sent; empty if it need not."""
    if present.violations:
        return present.violations[0].line
    if present.conflicts:
        return HoldReason.CONFLICTS(len(present.conflicts))
    if present.needs_merge:
        return HoldReason.OTHERS_CHANGED()
    if step.change_hash:
        return "" if step.change_hash == present.change_hash else HoldReason.OTHER_PLAN()
    if present.is_gone_from_service:
        return HoldReason.GONE_FROM_SERVICE()
    if present.needs_typed_confirmation:
        return HoldReason.REMOVES_MANY(present.removed)
    return ""
