import { portableEvents } from '@thirty/contracts/backups/portable-events.ts'
import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { journeyEvents } from '@thirty/contracts/challenge/journey-events.ts'
import { projectEvents, projectViewEvents } from '@thirty/contracts/projects/events.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { expect, test } from 'vitest'
import { auditedEvents } from './audit/audited-events.ts'
import { challengeProjection } from './challenge/projection.ts'
import { deletedPeopleProjection } from './deleted-people/projection.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { backupsProjection } from './leaderboard/past-boards/projection.ts'
import { readMarksProjection } from './notifications/projection.ts'
import { optionsProjection } from './options/projection.ts'
import { peopleProjection } from './people/projection.ts'
import { projectionsOfRun } from './projections-of-run.ts'
import { savedTextsProjection } from './saved-texts/projection.ts'
import { teamProjection } from './team/projection.ts'

// Every event must have a place in the code, or in a list of the events without such a place.

/** Events of actions that people take for themselves, and events that the product writes for its own use. */
const notAudited = [
  'ProfileChanged',
  'ProfileImageChanged',
  'UsernameClaimed',
  'UsernameClaimDropped',
  'EmailConfirmed',
  'SessionEnded',
  'PreferencesChanged',
  'BookmarkAdded',
  'BookmarkRemoved',
  'SecondFactorsChanged',
  'Reserved',
  'Released',
  'ReservationKeySet',
  'SocialSignInReturned',
  'SocialSignInCompleted',
  'AdminJoined',
  'AdminLeft',
  'ProjectSubmitted',
  'ProjectRevised',
  'ProjectWithdrawn',
  'ProjectLiked',
  'ProjectUnliked',
  'CommentPosted',
  'ProjectViewed',
  'CommandHadNoEffect',
  'DiscussionOpened',
  'DiscussionRevised',
  'ReplyPosted',
  'ReplyRevised',
  'PictureUploaded',
  'PictureKept',
  'PictureDiscarded',
  'PictureRemoved',
  'DayCompleted',
  'DayReopened',
  'NotificationsRead',
  'RemindersTaken',
]

/** Events that only commands and the audit read. */
const notProjected = [
  'UsernameClaimed',
  'UsernameClaimDropped',
  'BookmarkAdded',
  'BookmarkRemoved',
  'PasskeyRenamed',
  'RecoveryCodesCreated',
  'RecoveryCodeUsed',
  'PasswordSet',
  'PasswordRemoved',
  'SecondFactorsChanged',
  'Reserved',
  'Released',
  'ReservationKeySet',
  'PasswordResetRequested',
  'PasswordResetUsed',
  'SocialSignInReturned',
  'SocialSignInCompleted',
  'CommandHadNoEffect',
  'PictureUploaded',
  'PictureKept',
  'PictureDiscarded',
  'PictureRemoved',
  'RemindersTaken',
  'DataExported',
  'AttemptsFailed',
  'ParticipantImportStarted',
  'ParticipantsImported',
  'WebhookCreated',
  'WebhookChanged',
  'WebhookSecretRotated',
  'WebhookTurnedOff',
  'WebhookDeleted',
  'BackupKeyAccepted',
  'BackupKeyRemoved',
]

/** Events of the installation, which are not part of the history of a run. */
const notPortable = [
  'ScheduleCancelled',
  'ChallengeEndUndone',
  'LeaderboardFrozen',
  'FreezeCancelled',
  'LeaderboardRevealed',
  'BackupCreated',
  'ChallengeReset',
  'BackupRestored',
  'BackupImportStarted',
  'BackupImported',
  'BackupDeleted',
  'ChallengeOptionsChanged',
]

const projections = [
  backupsProjection,
  challengeProjection,
  deletedPeopleProjection,
  discussionsProjection,
  optionsProjection,
  peopleProjection,
  readMarksProjection,
  savedTextsProjection,
  teamProjection,
  ...Object.values(projectionsOfRun(firstHistory, 'UTC')),
]

const typesIn = (...families: object[]) =>
  [...new Set(families.flatMap((family) => Object.keys(family)))].toSorted()

test('every event is an entry of the audit, or is listed as not audited', () => {
  expect([...typesIn(auditedEvents), ...notAudited].toSorted()).toEqual(typesIn(allEvents))
})

test('every event is read by a projection besides the audit, or is listed as not projected', () => {
  const projected = typesIn(...projections.map(({ events }) => events ?? allEvents))
  expect([...projected, ...notProjected].toSorted()).toEqual(typesIn(allEvents))
})

test('every event of a run is in backup files, or is listed as not portable', () => {
  const ofRuns = typesIn(challengeEvents, projectEvents, projectViewEvents, journeyEvents)
  expect([...typesIn(portableEvents), ...notPortable].toSorted()).toEqual(ofRuns)
})
