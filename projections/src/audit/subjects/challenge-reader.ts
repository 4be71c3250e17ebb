import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/challenge/challenge-state.ts'
import { isEventOf, type EventOf } from '@thirty/contracts/events/event-definition.ts'
import { evolveOptions, type ChallengeOptions } from '@thirty/contracts/challenge/challenge-options.ts'
import type { EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import { currentRun, isOfUnknownOrigin, scoringOf } from '@thirty/contracts/challenge/history.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { messageOf, say, type Text } from '@thirty/contracts/texts/text.ts'
import { subjectReader, withReason, withEntry, type Known, type NameOf, type Wording } from './draft.ts'

const beginning = { challenge: initialChallenge, backups: new Map<string, string>() as Backups }
type Backups = Known<string>
type Past = typeof beginning

/** Reads the stream of the challenge, which has the backups, too. */
export const challengeReader = () =>
  subjectReader(
    beginning,
    {
      ChallengeStarted: ({ run, startsAt }, { actor }, past) =>
        ofCurrentRun(past, run, change(past, 'startsAt', startsAt, say('challengeStarted', { actor }))),
      ChallengeScheduled: ({ run, startsAt }, { actor }, past) => {
        const said = say('startScheduled', { actor, time: { time: startsAt } })
        return ofCurrentRun(past, run, change(past, 'startsAt', startsAt, said))
      },
      ScheduleCancelled: (_, { actor }, past) =>
        change(past, 'startsAt', null, say('scheduleCancelled', { actor })),
      ChallengeEndSet: ({ run, endsAt }, { actor }, past) => {
        const said = say('endSet', { actor, time: { time: endsAt } })
        return ofCurrentRun(past, run, change(past, 'endsAt', endsAt, said))
      },
      ChallengeEndUndone: (_, { actor }, past) => change(past, 'endsAt', null, say('endUndone', { actor })),
      LeaderboardFrozen: ({ frozenAt }, { actor }, past) =>
        change(past, 'frozenAt', frozenAt, say('leaderboardFrozen', { actor, time: { time: frozenAt } })),
      FreezeCancelled: (_, { actor }, past) =>
        change(past, 'frozenAt', null, say('freezeCancelled', { actor })),
      LeaderboardRevealed: (_, { actor }, past) =>
        change(past, 'frozenAt', null, say('leaderboardRevealed', { actor })),
      ScoringChanged: (data, { actor, nameOf }, past) =>
        ofCurrentRun(past, data.run, {
          said: withReason(say('scoringWasChanged', { actor }), data.reason),
          subjectName,
          before: scoringRecord(scoringOf(currentRun(past.challenge.runs).history), nameOf),
          after: scoringRecord(data, nameOf),
        }),
      ChallengeOptionsChanged: (data, { actor }, { challenge }) => ({
        said: say('optionsChanged', { actor, changes: changesOf(data) }),
        subjectName,
        ...optionsChange(challenge.options, data),
      }),
      ChallengeReset: ({ run, backup }, { actor }, past) => ({
        said: say('challengeReset', { actor, run: String(run) }),
        subjectName,
        before: { run: currentRun(past.challenge.runs).run },
        after: { run, backup: nameOfBackup(past, backup) },
      }),
      BackupCreated: ({ name, automatic, of: { run, upTo } }, { actor }) => ({
        said: say(automatic ? 'automaticBackup' : 'backupCreated', { actor, name, run: String(run) }),
        subjectName: name,
        after: { name, run, automatic, ...(upTo !== undefined && { position: upTo }) },
      }),
      BackupRestored: ({ backup, parent, run }, { actor }, past) => {
        const name = nameOfBackup(past, backup)
        const { run: fromRun, upTo } = parent
        return {
          said: say('backupRestored', { actor, name, run: String(run) }),
          subjectName: name,
          before: { run: currentRun(past.challenge.runs).run },
          after: { run, fromRun, ...(upTo !== undefined && { fromPosition: upTo }) },
        }
      },
      BackupImportStarted: ({ run, origin = 'unknown', signedBy }, { actor }) => ({
        said: say('importStarted', { actor, run: String(run) }),
        subjectName,
        after: { run, signature: origin, ...(signedBy !== undefined && { signedBy }) },
      }),
      BackupImported: ({ name, run }, { actor }, { challenge }) => {
        const isUnknown = isOfUnknownOrigin(challenge.runs.runs, run)
        const code = isUnknown ? 'backupImportedUnknown' : 'backupImported'
        return {
          said: say(code, { actor, name, run: String(run) }),
          subjectName: name,
          after: { name, run },
        }
      },
      BackupDeleted: ({ backup }, { actor }, past) => {
        const name = nameOfBackup(past, backup)
        return {
          said: say('backupDeleted', { actor, name }),
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
  said: Text,
): Wording {
  const time = currentRun(challenge.runs)[field]
  const before = time === undefined ? null : new Date(time).toISOString()
  return { said, subjectName, before: { [field]: before }, after: { [field]: after } }
}

/** Names are those of today; the scales of reviewers are numbers that nobody compares, so only their use is told. */
const scoringRecord = ({ weights, excluded, scales }: Scoring, nameOf: NameOf) => ({
  ...weights,
  excluded: excluded.length === 0 ? null : excluded.map((user) => messageOf(nameOf(user))).join(', '),
  normalised: scales !== undefined,
})

type OptionsChange = EventOf<Pick<typeof challengeEvents, 'ChallengeOptionsChanged'>>['data']

const options = ['notifications', 'emailReminders', 'normalisedScores', 'ownersNeedTwoFactor'] as const

/** Says the change of an event, such as "switched notifications off and email reminders on". */
function changesOf({ wantedRatings, eventNetworks, ...change }: OptionsChange): Text | string {
  const switches = options.flatMap((option) =>
    change[option] === undefined
      ? []
      : [say(change[option] ? 'optionOn' : 'optionOff', { option: say(option) })],
  )
  return joined('bothChanges', [
    ...(switches.length === 0 ? [] : [say('optionsSwitched', { options: joined('bothOptions', switches) })]),
    ...(wantedRatings === undefined ? [] : [say('wantedRatingsSet', { count: String(wantedRatings) })]),
    ...(eventNetworks === undefined ? [] : [eventText(eventNetworks)]),
  ])
}

const joined = (code: 'bothChanges' | 'bothOptions', [first, ...others]: readonly Text[]): Text | string =>
  first === undefined ? '' : others.reduce((earlier, second) => say(code, { first: earlier, second }), first)

const eventText = (event: EventNetworks | null): Text =>
  event === null ? say('eventEnded') : say('eventNamed', { time: { time: event.until } })

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
