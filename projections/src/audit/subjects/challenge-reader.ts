import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'
import { isEventOf, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { formatAuditTime } from '@thirty/contracts/rules/audit-time.ts'
import { evolveOptions, type ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { EventNetworks } from '@thirty/contracts/rules/event-networks.ts'
import { currentRun, isOfUnknownOrigin, scoringOf } from '@thirty/contracts/rules/history.ts'
import type { Scoring } from '@thirty/contracts/rules/scoring.ts'
import { subjectReader, withDetail, withEntry, type Known, type NameOf, type Wording } from './draft.ts'

const beginning = { challenge: initialChallenge, backups: new Map<string, string>() as Backups }
type Backups = Known<string>
type Past = typeof beginning

/** Reads the stream of the challenge, which has the backups, too. */
export const challengeReader = () =>
  subjectReader(
    beginning,
    {
      ChallengeStarted: ({ run, startsAt }, { actor }, past) =>
        ofCurrentRun(past, run, change(past, 'startsAt', startsAt, `${actor} started the challenge`)),
      ChallengeScheduled: ({ run, startsAt }, { actor }, past) => {
        const summary = `${actor} scheduled the start of the challenge for ${formatAuditTime(startsAt)}`
        return ofCurrentRun(past, run, change(past, 'startsAt', startsAt, summary))
      },
      ScheduleCancelled: (_, { actor }, past) =>
        change(past, 'startsAt', null, `${actor} canceled the scheduled start of the challenge`),
      ChallengeEndSet: ({ run, endsAt }, { actor }, past) => {
        const summary = `${actor} set the end of the challenge to ${formatAuditTime(endsAt)}`
        return ofCurrentRun(past, run, change(past, 'endsAt', endsAt, summary))
      },
      ChallengeEndUndone: (_, { actor }, past) =>
        change(past, 'endsAt', null, `${actor} removed the end of the challenge`),
      LeaderboardFrozen: ({ frozenAt }, { actor }, past) =>
        change(
          past,
          'frozenAt',
          frozenAt,
          `${actor} froze the leaderboard as of ${formatAuditTime(frozenAt)}`,
        ),
      FreezeCancelled: (_, { actor }, past) =>
        change(past, 'frozenAt', null, `${actor} canceled the freeze of the leaderboard`),
      LeaderboardRevealed: (_, { actor }, past) =>
        change(past, 'frozenAt', null, `${actor} revealed the final standings`),
      ScoringChanged: (data, { actor, nameOf }, past) =>
        ofCurrentRun(past, data.run, {
          summary: `${actor} changed the scoring${withDetail(data.reason)}`,
          subjectName,
          before: scoringRecord(scoringOf(currentRun(past.challenge.runs).history), nameOf),
          after: scoringRecord(data, nameOf),
        }),
      ChallengeOptionsChanged: (data, { actor }, { challenge }) => ({
        summary: `${actor} ${formatChange(data)}`,
        subjectName,
        ...optionsChange(challenge.options, data),
      }),
      ChallengeReset: ({ run, backup }, { actor }, past) => ({
        summary: `${actor} reset the challenge: run ${run} began`,
        subjectName,
        before: { run: currentRun(past.challenge.runs).run },
        after: { run, backup: nameOfBackup(past, backup) },
      }),
      BackupCreated: ({ name, automatic, of: { run, upTo } }, { actor }) => ({
        summary: `${actor} created the ${automatic ? 'automatic ' : ''}backup “${name}” of run ${run}`,
        subjectName: name,
        after: { name, run, automatic, ...(upTo !== undefined && { position: upTo }) },
      }),
      BackupRestored: ({ backup, parent, run }, { actor }, past) => {
        const name = nameOfBackup(past, backup)
        const { run: fromRun, upTo } = parent
        return {
          summary: `${actor} restored the backup “${name}”: run ${run} continues from it`,
          subjectName: name,
          before: { run: currentRun(past.challenge.runs).run },
          after: { run, fromRun, ...(upTo !== undefined && { fromPosition: upTo }) },
        }
      },
      BackupImportStarted: ({ run, origin = 'unknown', signedBy }, { actor }) => ({
        summary: `${actor} started to import a backup as run ${run}`,
        subjectName,
        after: { run, signature: origin, ...(signedBy !== undefined && { signedBy }) },
      }),
      BackupImported: ({ name, run }, { actor }, { challenge }) => {
        const isUnknown = isOfUnknownOrigin(challenge.runs.runs, run)
        const words = isUnknown ? ', from a file without a known signature' : ''
        return {
          summary: `${actor} imported the backup “${name}” as run ${run}${words}`,
          subjectName: name,
          after: { name, run },
        }
      },
      BackupDeleted: ({ backup }, { actor }, past) => {
        const name = nameOfBackup(past, backup)
        return {
          summary: `${actor} deleted the backup “${name}” from the list`,
          subjectName: name,
          before: { name },
        }
      },
    },
    (past, event) => {
      if (!isEventOf(challengeEvents, event)) return past
      const { type, data } = event
      const isNamed = type === 'BackupCreated' || type === 'BackupImported'
      return {
        challenge: evolveChallenge(past.challenge, event),
        backups: isNamed ? withEntry(past.backups, data.backup, data.name) : past.backups,
      }
    },
  )

const subjectName = 'Challenge'
const nameOfBackup = ({ backups }: Past, backup: string): string => backups.get(backup) ?? 'unknown backup'

/** An import records the start, the end and the scoring of its run: nobody has done that now, and the import is an entry. */
const ofCurrentRun = ({ challenge }: Past, run: number, wording: Wording): Wording | undefined =>
  run === currentRun(challenge.runs).run ? wording : undefined

/** A change of a time of the current run. */
function change(
  { challenge }: Past,
  field: 'startsAt' | 'endsAt' | 'frozenAt',
  after: string | null,
  summary: string,
): Wording {
  const time = currentRun(challenge.runs)[field]
  const before = time === undefined ? null : new Date(time).toISOString()
  return { summary, subjectName, before: { [field]: before }, after: { [field]: after } }
}

/** Names are those of today; the scales of reviewers are numbers that nobody compares, so only their use is told. */
const scoringRecord = ({ weights, excluded, scales }: Scoring, nameOf: NameOf) => ({
  ...weights,
  excluded: excluded.length === 0 ? null : excluded.map(nameOf).join(', '),
  normalised: scales !== undefined,
})

type OptionsChange = EventOf<Pick<typeof challengeEvents, 'ChallengeOptionsChanged'>>['data']

const optionNames = {
  notifications: 'notifications',
  emailReminders: 'email reminders',
  normalisedScores: 'normalized scores',
  ownersNeedTwoFactor: 'two-factor sign-in for owners',
} as const
const options = ['notifications', 'emailReminders', 'normalisedScores', 'ownersNeedTwoFactor'] as const

/** Returns the change of an event as words, such as "switched notifications off and email reminders on". */
function formatChange({ wantedRatings, eventNetworks, ...change }: OptionsChange): string {
  const switches = options.flatMap((option) =>
    change[option] === undefined ? [] : [`${optionNames[option]} ${change[option] ? 'on' : 'off'}`],
  )
  return [
    ...(switches.length === 0 ? [] : [`switched ${switches.join(' and ')}`]),
    ...(wantedRatings === undefined ? [] : [`set the ratings per project to ${wantedRatings}`]),
    ...(eventNetworks === undefined ? [] : [formatEvent(eventNetworks)]),
  ].join(' and ')
}

const formatEvent = (event: EventNetworks | null): string =>
  event === null
    ? 'ended the on-site event'
    : `set the networks of an on-site event until ${formatAuditTime(event.until)}`

/** Returns the options that an event changed, as they were before and are after it. */
function optionsChange(before: ChallengeOptions, change: OptionsChange): Pick<Wording, 'before' | 'after'> {
  const changed = [...options, 'wantedRatings' as const].filter((option) => change[option] !== undefined)
  const { eventNetworks } = change
  const after = evolveOptions(before, { type: 'ChallengeOptionsChanged', data: change })
  const recordOf = (all: ChallengeOptions) => ({
    ...Object.fromEntries(changed.map((option) => [option, all[option]])),
    ...(eventNetworks !== undefined && eventFields(all.eventNetworks)),
  })
  return { before: recordOf(before), after: recordOf(after) }
}

const eventFields = (event: EventNetworks | null) => ({
  eventNetworks: event?.networks.join(', ') ?? null,
  eventEnd: event?.until ?? null,
})
