// The single stream `challenge`: starts, ends, resets, backups and options. Times are ISO. Also the days that participants mark as
// completed, which are independent of projects and earn no points: streams `journey-<run>-<user>` (see `journeyStream`).

import { z } from 'zod'
import { fileOrigins } from '../backups/file-origins.ts'
import { fewestWantedRatings, mostWantedRatings } from '../judging/ratings.ts'
import { event, unauditedEvent, type EventOf } from '../events/event-definition.ts'

const backup = { backup: z.string(), name: z.string(), automatic: z.boolean() }
const ratingScale = z.object({ ratings: z.int(), mean: z.number(), deviation: z.number() })
/** How points are computed and who is ranked; `Scoring` of the rules. */
const recordedScoring = z.object({
  weights: z.object({ projects: z.number(), quality: z.number(), streak: z.number() }),
  excluded: z.array(z.string()),
  scales: z.object({ all: ratingScale, byReviewer: z.record(z.string(), ratingScale) }).optional(),
})
/** A point in the history: a run up to a position, or the complete run if `upTo` is missing. */
const historyPoint = z.object({ run: z.int(), upTo: z.string().optional() })

export const challengeEvents = {
  ChallengeStarted: event({ run: z.int(), startsAt: z.string() }, 'challenge', {
    says: { challengeStarted: '{actor} started the challenge' },
  }),
  /** Replaces an earlier schedule whose start is still in the future. */
  ChallengeScheduled: event({ run: z.int(), startsAt: z.string() }, 'challenge', {
    label: 'Start scheduled',
    says: { startScheduled: '{actor} scheduled the start of the challenge for {time}' },
  }),
  /** Cancels the scheduled start; the run is back to not started. */
  ScheduleCancelled: event({ run: z.int() }, 'challenge', {
    label: 'Scheduled start canceled',
    says: { scheduleCancelled: '{actor} canceled the scheduled start of the challenge' },
  }),
  /** Sets the end of a run or moves it. `endsAt` is not before the event: an end at its time ends the run at once. */
  ChallengeEndSet: event({ run: z.int(), endsAt: z.string() }, 'challenge', {
    label: 'End set',
    says: { endSet: '{actor} set the end of the challenge to {time}' },
  }),
  /** Removes the end that was set; the run ends at its default time again. */
  ChallengeEndUndone: event({ run: z.int() }, 'challenge', {
    label: 'End undone',
    says: { endUndone: '{actor} removed the end of the challenge' },
  }),
  /**
   * Freezes what everybody but admins sees of ratings and points, from `frozenAt` until the reveal or the end of the run. `frozenAt`
   * is after the event. Replaces an earlier freeze that has not begun.
   */
  LeaderboardFrozen: event({ run: z.int(), frozenAt: z.string() }, 'challenge', {
    says: { leaderboardFrozen: '{actor} froze the leaderboard as of {time}' },
  }),
  /** Cancels a freeze that has not begun. */
  FreezeCancelled: event({ run: z.int() }, 'challenge', {
    label: 'Freeze canceled',
    says: { freezeCancelled: '{actor} canceled the freeze of the leaderboard' },
  }),
  /** Ends a freeze: everybody sees the final standings. */
  LeaderboardRevealed: event({ run: z.int() }, 'challenge', {
    label: 'Final standings revealed',
    says: { leaderboardRevealed: '{actor} revealed the final standings' },
  }),
  /**
   * Changes the scoring of a run: from then on, all points of the run are computed with it, also points of earlier events. `reason`
   * is a text of the admin.
   */
  ScoringChanged: event({ ...recordedScoring.shape, run: z.int(), reason: z.string() }, 'challenge', {
    says: { scoringWasChanged: '{actor} changed the scoring' },
  }),
  /** Changes the options that have a field. Options belong to the installation: no reset and no restore changes them. */
  ChallengeOptionsChanged: event(
    {
      notifications: z.boolean().optional(),
      emailReminders: z.boolean().optional(),
      /** How many official ratings each project should have. */
      wantedRatings: z.int().min(fewestWantedRatings).max(mostWantedRatings).optional(),
      /** Whether admins see normalised averages and the standings by them. */
      normalisedScores: z.boolean().optional(),
      ownersNeedTwoFactor: z.boolean().optional(),
      /** The networks of an event on site and its end; null ends it. */
      eventNetworks: z
        .object({ networks: z.array(z.string()), until: z.string() })
        .nullable()
        .optional(),
    },
    'challenge',
    { action: 'options-changed', says: { optionsChanged: '{actor} {changes}' } },
  ),
  ChallengeReset: event({ run: z.int(), backup: z.string() }, 'challenge', {
    says: { challengeReset: '{actor} reset the challenge: run {run} began' },
  }),
  /**
   * Takes the number of a run for the history in a file, before the first event of that history is appended. `finalHash`
   * recognises the file: an import that was interrupted is continued with the same run. A later one with the same hash
   * replaces an attempt that failed.
   */
  BackupImportStarted: event(
    {
      run: z.int(),
      finalHash: z.string(),
      /** What was known of the key that signed the file, and its fingerprint. Earlier imports have neither. */
      origin: z.enum(fileOrigins).optional(),
      signedBy: z.string().optional(),
    },
    'challenge',
    {
      action: 'import-started',
      says: { importStarted: '{actor} started to import a backup as run {run}' },
    },
  ),
  BackupCreated: event({ ...backup, of: historyPoint }, 'backup', {
    says: {
      backupCreated: '{actor} created the backup “{name}” of run {run}',
      automaticBackup: '{actor} created the automatic backup “{name}” of run {run}',
    },
  }),
  BackupRestored: event({ run: z.int(), backup: z.string(), parent: historyPoint }, 'backup', {
    says: { backupRestored: '{actor} restored the backup “{name}”: run {run} continues from it' },
  }),
  BackupImported: event({ ...backup, run: z.int() }, 'backup', {
    says: {
      backupImported: '{actor} imported the backup “{name}” as run {run}',
      backupImportedUnknown:
        '{actor} imported the backup “{name}” as run {run}, from a file without a known signature',
    },
  }),
  BackupDeleted: event({ backup: z.string() }, 'backup', {
    says: { backupDeleted: '{actor} deleted the backup “{name}” from the list' },
  }),
}
export type ChallengeEvent = EventOf<typeof challengeEvents>

const day = { day: z.int() }

export const journeyEvents = {
  DayCompleted: unauditedEvent(day),
  DayReopened: unauditedEvent(day),
}
export type JourneyEvent = EventOf<typeof journeyEvents>
