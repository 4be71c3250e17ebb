// What the audit says of the stream of the challenge, which has the backups, too.

import { challengeEvents } from '@thirty/contracts/challenge/events.ts'
import {
  evolveChallenge,
  initialChallenge,
  evolveOptions,
  type ChallengeState,
  type ChallengeOptions,
} from '@thirty/contracts/challenge/challenge-state.ts'
import type { EventOf } from '@thirty/contracts/events/event-definition.ts'
import type { EventNetworks } from '@thirty/contracts/endpoints/event-networks.ts'
import { currentRun, isOfUnknownOrigin, scoringOf } from '@thirty/contracts/challenge/history.ts'
import type { Scoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { messageOf, say, type Text } from '@thirty/contracts/texts/text.ts'
import { entriesOf, withNames, type Details } from './subject-entries.ts'
import { isoTimeOrNull } from '@thirty/contracts/iso-time.ts'

export const challengeEntries = () =>
  entriesOf({
    fold: { initial: initialChallenge, events: challengeEvents, evolve: evolveChallenge },
    common: () => ({ subjectName: 'Challenge' }),
    details: {
      ChallengeStarted: ({ run, startsAt }, past) =>
        ofCurrentRun(past, run, change(past, 'startsAt', startsAt)),
      ChallengeScheduled: ({ run, startsAt }, past) =>
        ofCurrentRun(past, run, change(past, 'startsAt', startsAt)),
      ScheduleCancelled: (_, past) => change(past, 'startsAt', null),
      ChallengeEndSet: ({ run, endsAt }, past) => ofCurrentRun(past, run, change(past, 'endsAt', endsAt)),
      ChallengeEndUndone: (_, past) => change(past, 'endsAt', null),
      LeaderboardFrozen: ({ frozenAt }, past) => change(past, 'frozenAt', frozenAt),
      FreezeCancelled: (_, past) => change(past, 'frozenAt', null),
      LeaderboardRevealed: (_, past) => change(past, 'frozenAt', null),
      ScoringChanged: (data, past) =>
        ofCurrentRun(past, data.run, {
          reason: data.reason,
          before: scoringFields(scoringOf(currentRun(past.runs).history)),
          after: scoringFields(data),
        }),
      ChallengeOptionsChanged: (data, past) => ({
        values: { changes: changesOf(data) },
        ...optionsChange(past.options, data),
      }),
      ChallengeReset: ({ run, backup }, past) => ({
        before: { run: currentRun(past.runs).run },
        after: { run, backup: nameOfBackup(past, backup) },
      }),
      BackupCreated: ({ name, automatic, of: { run, upTo } }) => ({
        ...(automatic && { code: 'automaticBackup' }),
        values: { run: String(run) },
        subjectName: name,
        after: { name, run, automatic, ...(upTo !== undefined && { position: upTo }) },
      }),
      BackupRestored: ({ backup, parent, run }, past) => {
        const name = nameOfBackup(past, backup)
        const { run: fromRun, upTo } = parent
        return {
          subjectName: name,
          before: { run: currentRun(past.runs).run },
          after: { run, fromRun, ...(upTo !== undefined && { fromPosition: upTo }) },
        }
      },
      BackupImportStarted: ({ run, origin = 'unknown', signedBy }) => ({
        after: { run, signature: origin, ...(signedBy !== undefined && { signedBy }) },
      }),
      BackupImported: ({ name, run }, past) => ({
        ...(isOfUnknownOrigin(past.runs.runs, run) && { code: 'backupImportedUnknown' }),
        subjectName: name,
        after: { name, run },
      }),
      BackupDeleted: ({ backup }, past) => {
        const name = nameOfBackup(past, backup)
        return { subjectName: name, before: { name } }
      },
    },
  })

const nameOfBackup = ({ backups }: ChallengeState, backup: string): string =>
  backups.find(({ id }) => id === backup)?.name ?? 'unknown backup'

/** An import records the start, the end and the scoring of its run: nobody has done that now, and the import is an entry. */
const ofCurrentRun = ({ runs }: ChallengeState, run: number, details: Details<never>) =>
  run === currentRun(runs).run ? details : undefined

/** A change of a time of the current run. */
function change(
  { runs }: ChallengeState,
  field: 'startsAt' | 'endsAt' | 'frozenAt',
  after: string | null,
): Details<never> {
  return {
    ...(after !== null && { values: { time: { time: after } } }),
    before: { [field]: isoTimeOrNull(currentRun(runs)[field]) },
    after: { [field]: after },
  }
}

/** Names are those of today; the scales of reviewers are numbers that nobody compares, so only their use is mentioned. */
const scoringFields = ({ weights, excluded, scales }: Scoring) => ({
  ...weights,
  excluded: excluded.length === 0 ? null : withNames(excluded, (...names) => names.map(messageOf).join(', ')),
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
function optionsChange(before: ChallengeOptions, change: OptionsChange): Pick<Details, 'before' | 'after'> {
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
