import type { ConflictEvent } from '@thirty/contracts/events/judging.ts'
import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import {
  maxConflictChanges,
  maxConflicts,
  type ConflictReason,
} from '@thirty/contracts/rules/judging/conflicts.ts'
import { test } from 'vitest'
import type { Conflicts } from '@thirty/command-api/conflicts-fold.ts'
import { evolveConflicts, noConflicts } from '@thirty/command-api/conflicts-fold.ts'
import { decidersOf, deciderSpec } from '@thirty/command-api/testing/decider-spec.ts'
import { admin, ana, ben, cleo, personId } from '@thirty/command-api/testing/people.ts'
import { declareConflict, withdrawConflict } from './decide.ts'

const { given: givenRecorded, rule: ruleOfRecorded } = deciderSpec(noConflicts, evolveConflicts)
/** Events that an admin caused, by default the one whose conflicts they are. */
const by = (actor: string | undefined, ...events: readonly ConflictEvent[]) =>
  events.map((event) => ({
    ...event,
    metadata: { correlation: 'spec', ...(actor !== undefined && { actor }) },
  }))
const { given } = decidersOf((events: readonly ConflictEvent[]) =>
  by(admin, ...events).reduce(evolveConflicts, noConflicts),
)
const declared = (participant: string, reason?: ConflictReason): ConflictEvent => ({
  type: 'ConflictDeclared',
  data: { participant, ...(reason && { reason }) },
})
const withdrawn = (participant: string): ConflictEvent => ({
  type: 'ConflictWithdrawn',
  data: { participant },
})
const declaring =
  (participant: string, reason?: ConflictReason, role: AdminRole = 'reviewer') =>
  (conflicts: Conflicts) =>
    declareConflict(conflicts, { admin, participant, reason, role })
const withdrawing =
  (participant: string, role: AdminRole = 'reviewer') =>
  (conflicts: Conflicts) =>
    withdrawConflict(conflicts, { admin, participant, role })

test('declares a conflict with a participant, with or without a reason', () => {
  given().when(declaring(ana)).then(declared(ana))
  given(declared(ana)).when(declaring(ben, 'work')).then(declared(ben, 'work'))
})

test('the same conflict again changes nothing, another reason does', () => {
  given(declared(ana, 'work')).when(declaring(ana, 'work')).thenNothing()
  given(declared(ana)).when(declaring(ana)).thenNothing()
  given(declared(ana)).when(declaring(ana, 'teaching')).then(declared(ana, 'teaching'))
  given(declared(ana, 'teaching')).when(declaring(ana)).then(declared(ana))
})

test('takes a conflict back; one that there is not changes nothing', () => {
  given(declared(ana)).when(withdrawing(ana)).then(withdrawn(ana))
  given(declared(ana)).when(withdrawing(ben)).thenNothing()
  given(declared(ana), withdrawn(ana)).when(withdrawing(ana)).thenNothing()
  given(declared(ana), withdrawn(ana)).when(declaring(ana)).then(declared(ana))
})

test('a conflict that somebody else declared is changed only by those who decide for all admins', () => {
  const byOther = by(cleo, declared(ana))
  givenRecorded(...byOther)
    .when(withdrawing(ana))
    .thenRefused('not-allowed', 'Access denied. Only owners and organizers can do this.')
  givenRecorded(...byOther)
    .when(declaring(ana, 'work'))
    .thenRefused('not-allowed')
  givenRecorded(...byOther)
    .when(declaring(ana))
    .thenNothing()
  givenRecorded(...byOther)
    .when(withdrawing(ana, 'organiser'))
    .then(withdrawn(ana))
  givenRecorded(...byOther)
    .when(declaring(ana, 'work', 'organiser'))
    .then(declared(ana, 'work'))
})

ruleOfRecorded(
  'one that an organiser gave another reason belongs to the organiser, one taken back to nobody',
  [[...by(admin, declared(ana)), ...by(cleo, declared(ana, 'work'))], withdrawing(ana), 'not-allowed'],
  [
    [...by(cleo, declared(ana), withdrawn(ana)), ...by(admin, declared(ana))],
    withdrawing(ana),
    [withdrawn(ana)],
  ],
  [[...by(undefined, declared(ana))], withdrawing(ana), [withdrawn(ana)]],
)

test('refuses more conflicts than an admin can have; the reason of one of them can change', () => {
  const full = Array.from({ length: maxConflicts }, (_, number) => declared(personId(number)))
  given(...full)
    .when(declaring(ana))
    .thenRefused('quota-reached', 'An admin can have at most 100 conflicts of interest.')
  given(...full)
    .when(declaring(personId(0), 'other'))
    .then(declared(personId(0), 'other'))
})

test('refuses a declaration after too many changes, and never a withdrawal', () => {
  const changes = Array.from({ length: maxConflictChanges - 1 }, (_, index) =>
    index % 2 === 0 ? declared(ana) : withdrawn(ana),
  )
  given(...changes, declared(ana, 'work'))
    .when(declaring(ben))
    .thenRefused('too-many')
  given(...changes, declared(ana, 'work'))
    .when(withdrawing(ana))
    .then(withdrawn(ana))
})
