// The streams that the audit reads, and what makes the entries of each: a file beside this one for a larger subject, or
// `small-subjects.ts`.

import {
  adminsStream,
  backupKeysStream,
  calibrationStream,
  challengeStream,
  savedTextsStream,
  webhooksStream,
} from '@thirty/contracts/events/stream-names.ts'
import { accountEntries } from './account-entries.ts'
import { challengeEntries } from './challenge-entries.ts'
import { projectEntries } from './project-entries.ts'
import {
  backupKeyEntries,
  calibrationEntries,
  conflictEntries,
  discussionEntries,
  exportEntries,
  participantImportEntries,
  savedTextEntries,
  teamEntries,
} from './small-subjects.ts'
import { webhookEntries } from './webhook-entries.ts'
import type { SubjectEntries } from './subject-entries.ts'

/** How the entries of a stream are made, by the beginning of its name. */
export const subjects: readonly (readonly [string, (stream: string) => SubjectEntries])[] = [
  [challengeStream, challengeEntries],
  ['project-', projectEntries],
  ['discussion-', discussionEntries],
  ['user-', accountEntries],
  ['deleted-', accountEntries],
  ['credentials-', accountEntries],
  ['password-', accountEntries],
  ['attempts-', accountEntries],
  [adminsStream, teamEntries],
  ['exports-', exportEntries],
  ['imports-', participantImportEntries],
  ['conflicts-', conflictEntries],
  [calibrationStream, calibrationEntries],
  [savedTextsStream, savedTextEntries],
  [webhooksStream, webhookEntries],
  [backupKeysStream, backupKeyEntries],
]

/** The beginnings of the names of these streams. */
export const streamsWithEntries: readonly string[] = subjects.map(([prefix]) => prefix)
