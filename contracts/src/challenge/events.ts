import { z } from 'zod'
import { fileOrigins } from '../backups/file-origins.ts'
import { fewestWantedRatings, mostWantedRatings } from '../judging/wanted-ratings.ts'
import { event, type EventOf } from '../events/event-definition.ts'

const backup = z.object({ backup: z.string(), name: z.string(), automatic: z.boolean() })
const ratingScale = z.object({ ratings: z.int(), mean: z.number(), deviation: z.number() })
/** How points are computed and who is ranked; `Scoring` of the rules. */
const recordedScoring = z.object({
  weights: z.object({ projects: z.number(), quality: z.number(), streak: z.number() }),
  excluded: z.array(z.string()),
  scales: z.object({ all: ratingScale, byReviewer: z.record(z.string(), ratingScale) }).optional(),
})
/** A point in the history: a run up to a position, or the complete run if `upTo` is missing. */
const historyPoint = z.object({ run: z.int(), upTo: z.string().optional() })

/** The single stream `challenge`: starts, ends, resets, backups and options. Times are ISO. */
export const challengeEvents = {
  ChallengeStarted: event({ run: z.int(), startsAt: z.string() }),
  /** Replaces an earlier schedule whose start is still in the future. */
  ChallengeScheduled: event({ run: z.int(), startsAt: z.string() }),
  /** Cancels the scheduled start; the run is back to not started. */
  ScheduleCancelled: event({ run: z.int() }),
  /** Sets the end of a run or moves it. `endsAt` is not before the event: an end at its time ends the run at once. */
  ChallengeEndSet: event({ run: z.int(), endsAt: z.string() }),
  /** Removes the end that was set; the run ends at its default time again. */
  ChallengeEndUndone: event({ run: z.int() }),
  /**
   * Freezes what everybody but admins sees of ratings and points, from `frozenAt` until the reveal or the end of the run. `frozenAt`
   * is after the event. Replaces an earlier freeze that has not begun.
   */
  LeaderboardFrozen: event({ run: z.int(), frozenAt: z.string() }),
  /** Cancels a freeze that has not begun. */
  FreezeCancelled: event({ run: z.int() }),
  /** Ends a freeze: everybody sees the final standings. */
  LeaderboardRevealed: event({ run: z.int() }),
  /**
   * Changes the scoring of a run: from then on, all points of the run are computed with it, also points of earlier events. `reason`
   * is a text of the admin.
   */
  ScoringChanged: {
    version: 1,
    data: recordedScoring.extend({ run: z.int(), reason: z.string() }),
  },
  BackupCreated: { version: 1, data: backup.extend({ of: historyPoint }) },
  ChallengeReset: event({ run: z.int(), backup: z.string() }),
  BackupRestored: event({ run: z.int(), backup: z.string(), parent: historyPoint }),
  /**
   * Takes the number of a run for the history in a file, before the first event of that history is appended. `finalHash`
   * recognises the file: an import that was interrupted is continued with the same run. A later one with the same hash
   * replaces an attempt that failed.
   */
  BackupImportStarted: event({
    run: z.int(),
    finalHash: z.string(),
    /** What was known of the key that signed the file, and its fingerprint. Earlier imports have neither. */
    origin: z.enum(fileOrigins).optional(),
    signedBy: z.string().optional(),
  }),
  BackupImported: { version: 1, data: backup.extend({ run: z.int() }) },
  BackupDeleted: event({ backup: z.string() }),
  /** Changes the options that have a field. Options belong to the installation: no reset and no restore changes them. */
  ChallengeOptionsChanged: event({
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
  }),
}
export type ChallengeEvent = EventOf<typeof challengeEvents>
