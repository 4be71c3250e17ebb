import { portableEvents } from '@thirty/contracts/backups/portable-events.ts'
import { challengeEvents, journeyEvents } from '@thirty/contracts/challenge/events.ts'
import { firstHistory } from '@thirty/contracts/challenge/history.ts'
import { allEvents } from '@thirty/contracts/events/catalogue.ts'
import type { EventDefinition } from '@thirty/contracts/events/event-definition.ts'
import { projectEvents, projectViewEvents } from '@thirty/contracts/projects/events.ts'
import { expect, test } from 'vitest'
import { challengeProjection } from './challenge/read-model.ts'
import { deletedPeopleProjection } from './deleted-people.ts'
import { discussionsProjection } from './discussions/projection.ts'
import { readMarksProjection } from './notifications/read-model.ts'
import { collectedEvents } from './own-data/query.ts'
import { peopleProjection } from './people/projection.ts'
import { projectionsOfRun } from './run-context.ts'
import { savedTextsProjection } from './saved-texts/read-model.ts'

// A new event is in a read model, in backup files, in own data and in exports, or is listed here as one that is not.

const ofRun = projectionsOfRun(firstHistory, 'UTC')
const projections = [
  challengeProjection,
  deletedPeopleProjection,
  discussionsProjection,
  peopleProjection,
  readMarksProjection,
  savedTextsProjection,
  ...Object.values(ofRun),
]

const typesIn = (...families: object[]): string[] => [
  ...new Set(families.flatMap((family) => (Array.isArray(family) ? family : Object.keys(family)))),
]
const all = typesIn(allEvents).toSorted()
const listed = (names: string) => names.trim().split(/\s+/)

const ofFactors = listed(`
  AuthenticatorAppAdded AuthenticatorAppRemoved PasskeyAdded PasskeyRemoved PasskeyRenamed RecoveryCodeUsed
  RecoveryCodesCreated SecondFactorsReset`)
const ofTeam = listed(`AdminJoined AdminLeft InvitationCreated InvitationRevoked InvitationUsed`)
const ofJudging = listed(
  `CalibrationProjectAdded CalibrationProjectRemoved ConflictDeclared ConflictWithdrawn`,
)
const ofSavedTexts = listed(`SavedTextAdded SavedTextChanged SavedTextDeleted`)
const ofFreeze = listed(`FreezeCancelled LeaderboardFrozen LeaderboardRevealed`)
const ofBookmarks = listed('BookmarkAdded BookmarkRemoved')
const ofBackups = listed(`BackupCreated BackupDeleted BackupImported`)

/** Events that only commands and the audit read. */
const ofCommands = listed(`
  AttemptsFailed BackupKeyAccepted BackupKeyRemoved CommandHadNoEffect DataExported
  ParticipantImportStarted ParticipantsImported PasswordRemoved PasswordResetRequested PasswordResetUsed
  PasswordSet PictureDiscarded PictureKept PictureRemoved PictureUploaded Released RemindersTaken
  ReservationKeySet Reserved SecondFactorsChanged SocialSignInCompleted SocialSignInReturned UsernameClaimDropped
  UsernameClaimed WebhookChanged WebhookCreated WebhookDeleted WebhookSecretRotated WebhookTurnedOff`)

test('every event has a sentence in the audit, or is not audited', () => {
  const without = Object.entries<EventDefinition>(allEvents).filter(
    ([, { audit }]) => audit === undefined || (audit && Object.keys(audit.says).length === 0),
  )
  expect(without).toEqual([])
})

test('every event is read by a projection besides the audit, or only by commands', () => {
  const projected = typesIn(...projections.map(({ events = allEvents }) => events))
  expect([...projected, ...ofBookmarks, ...ofCommands, ...ofTeam, ...ofBackups].toSorted()).toEqual(all)
})

test('every event of a run is in backup files, or belongs to this installation alone', () => {
  const ofInstallation = listed(`
    BackupImportStarted BackupRestored ChallengeEndUndone ChallengeOptionsChanged ChallengeReset ScheduleCancelled`)
  const ofRuns = typesIn(challengeEvents, projectEvents, projectViewEvents, journeyEvents).toSorted()
  expect(typesIn(portableEvents, ofInstallation, ofBackups, ofFreeze).toSorted()).toEqual(ofRuns)
})

test('every event is collected for own data, is in what a read model or a command adds to it, or changes none', () => {
  const added = listed(`
    AdminRightsGranted AdminRoleChanged BackupRestored ChallengeEndSet ChallengeEndUndone ChallengeOptionsChanged
    ChallengeReset ChallengeScheduled ChallengeStarted EmailConfirmed NotificationsRead PreferencesChanged
    ProfileChanged ProfileImageChanged ProjectViewed ScheduleCancelled SessionEnded SessionsRevoked
    SignInProviderLinked UserRegistered UserStatusChanged`)
  const none = [...ofFactors, ...ofTeam, ...ofJudging, ...ofSavedTexts, ...ofFreeze, ...ofBackups]
  const others = listed('AccountDeleted BackupImportStarted ScoringChanged')
  const collected = typesIn(collectedEvents)
  expect([...collected, ...ofCommands, ...added, ...none, ...others].toSorted()).toEqual(all)
})

test('every event is read by a read model of an export, or changes none', () => {
  const exported = [peopleProjection, challengeProjection, ofRun.projects, ofRun.leaderboard]
  const others = listed(`
    DayCompleted DayReopened DiscussionHidden DiscussionOpened DiscussionRemoved DiscussionRevised DiscussionShown
    NotificationsRead ReplyHidden ReplyPosted ReplyRemoved ReplyRevised ReplyShown`)
  const none = [ofBookmarks, ofTeam, ofJudging, ofSavedTexts, ofBackups, ofCommands, others]
  const read = typesIn(...exported.map(({ events = allEvents }) => events))
  expect([...read, ...typesIn(...none)].toSorted()).toEqual(all)
})
