import type { ConflictEvent } from '@thirty/contracts/judging/events.ts'
import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { maxConflictChanges, maxConflicts, type ConflictReason } from '@thirty/contracts/judging/conflicts.ts'
import { conflictsFold } from '@thirty/command-api/conflicts-fold.ts'
import { recorded } from '@thirty/command-api/testing/account-events.ts'
import { decidersOf, deciderSpec, deciding, refused } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo, personId } from '@thirty/command-api/testing/people.ts'
import { declareConflict, withdrawConflict } from './decide.ts'

const { rule: ruleOfRecorded } = deciderSpec(conflictsFold)
/** Events that an admin caused, by default the one whose conflicts they are. */
const by = (actor: string | undefined, ...events: readonly ConflictEvent[]) =>
  events.map((event) => ({
    ...recorded(event),
    metadata: { correlation: 'spec', ...(actor !== undefined && { actor }) },
  }))
const { rule } = decidersOf((events: readonly ConflictEvent[]) =>
  by(admin, ...events).reduce(conflictsFold.evolve, conflictsFold.initial),
)
const declared = (participant: string, reason?: ConflictReason): ConflictEvent => ({
  type: 'ConflictDeclared',
  data: { participant, ...(reason && { reason }) },
})
const withdrawn = (participant: string): ConflictEvent => ({
  type: 'ConflictWithdrawn',
  data: { participant },
})
const declaring = (participant: string, reason?: ConflictReason, role: AdminRole = 'reviewer') =>
  deciding(declareConflict, { admin, participant, reason, role })()
const withdrawing = (participant: string, role: AdminRole = 'reviewer') =>
  deciding(withdrawConflict, { admin, participant, role })()

rule(
  'an admin declares a conflict with a participant, with or without a reason, and takes it back',
  [[], declaring(ana), [declared(ana)]],
  [[declared(ana)], declaring(ben, 'work'), [declared(ben, 'work')]],
  [[declared(ana, 'work')], declaring(ana, 'work'), []],
  [[declared(ana)], declaring(ana), []],
  [[declared(ana)], declaring(ana, 'teaching'), [declared(ana, 'teaching')]],
  [[declared(ana, 'teaching')], declaring(ana), [declared(ana)]],
  [[declared(ana)], withdrawing(ana), [withdrawn(ana)]],
  [[declared(ana)], withdrawing(ben), []],
  [[declared(ana), withdrawn(ana)], withdrawing(ana), []],
  [[declared(ana), withdrawn(ana)], declaring(ana), [declared(ana)]],
)

const byOther = by(cleo, declared(ana))
const notAllowed = refused('not-allowed', 'Access denied. Only owners and organizers can do this.')
ruleOfRecorded(
  'a conflict that somebody else declared is changed only by admins who decide for all others',
  [byOther, withdrawing(ana), notAllowed],
  [byOther, declaring(ana, 'work'), 'not-allowed'],
  [byOther, declaring(ana), []],
  [byOther, withdrawing(ana, 'organiser'), [withdrawn(ana)]],
  [byOther, declaring(ana, 'work', 'organiser'), [declared(ana, 'work')]],
)

ruleOfRecorded(
  'one that an organiser gave another reason belongs to the organiser, one taken back to nobody',
  [[...by(admin, declared(ana)), ...by(cleo, declared(ana, 'work'))], withdrawing(ana), 'not-allowed'],
  [
    [...by(cleo, declared(ana), withdrawn(ana)), ...by(admin, declared(ana))],
    withdrawing(ana),
    [withdrawn(ana)],
  ],
  [by(undefined, declared(ana)), withdrawing(ana), [withdrawn(ana)]],
)

const full = Array.from({ length: maxConflicts }, (_, number) => declared(personId(number)))
rule(
  'refuses more conflicts than an admin can have; the reason of one of them can change',
  [full, declaring(ana), refused('quota-reached', 'An admin can have at most 100 conflicts of interest.')],
  [full, declaring(personId(0), 'other'), [declared(personId(0), 'other')]],
)

const changes = Array.from({ length: maxConflictChanges }, (_, index) =>
  index % 2 === 0 ? withdrawn(ana) : declared(ana),
)
rule(
  'refuses a declaration after too many changes, and never a withdrawal',
  [changes, declaring(ben), 'too-many'],
  [changes, withdrawing(ana), [withdrawn(ana)]],
)
