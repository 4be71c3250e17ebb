import { challengeEvents } from '@thirty/contracts/events/challenge.ts'
import { isEventOf, pickEvents } from '@thirty/contracts/events/event-definition.ts'
import { formatAuditTime } from '@thirty/contracts/rules/audit-time.ts'
import type { ChallengeOptions } from '@thirty/contracts/rules/challenge-options.ts'
import type { EventNetworks } from '@thirty/contracts/rules/event-networks.ts'
import { evolveChallenge, initialChallenge } from '@thirty/contracts/events/challenge-state.ts'
import { currentRun, isOfUnknownOrigin, scoringOf } from '@thirty/contracts/rules/history.ts'
import type { Scoring } from '@thirty/contracts/rules/scoring.ts'
import type { RecordedEventOf } from '@thirty/infra/read-models/read-models.ts'
import type { Draft, NameOf, SubjectReader, Wording } from './draft.ts'
import { isoOrNull, withDetail } from './draft.ts'

const periodEvents = pickEvents(
  challengeEvents,
  'ChallengeStarted',
  'ChallengeScheduled',
  'ChallengeEndSet',
  'ScoringChanged',
)

/** Reads the stream of the challenge, which has the backups, too. */
export function challengeReader(): SubjectReader {
  const backupNames = new Map<string, string>()
  let challenge = initialChallenge

  return {
    draft(event) {
      if (!isEventOf(challengeEvents, event)) return undefined
      const { actor } = event.metadata
      const { run, startsAt, endsAt, frozenAt, history } = currentRun(challenge.runs)
      // An import records the start, the end and the scoring of its run: nobody has done that now, and the import is an entry.
      if (isEventOf(periodEvents, event) && event.data.run !== run) return undefined
      const [startBefore, endBefore] = [isoOrNull(startsAt), isoOrNull(endsAt)]
      const draftOf = (
        subjectName: string,
        words: string,
        change: Pick<Wording, 'before' | 'after'>,
      ): Draft => ({
        users: [],
        word: (nameOf: NameOf) => ({ summary: `${nameOf(actor)} ${words}`, subjectName, ...change }),
      })
      const ofChallenge = (words: string, change: Pick<Wording, 'before' | 'after'>) =>
        draftOf('Challenge', words, change)
      switch (event.type) {
        case 'ChallengeStarted':
          return ofChallenge('started the challenge', {
            before: { startsAt: startBefore },
            after: { startsAt: event.data.startsAt },
          })
        case 'ChallengeScheduled': {
          const { startsAt: start } = event.data
          return ofChallenge(`scheduled the start of the challenge for ${formatAuditTime(start)}`, {
            before: { startsAt: startBefore },
            after: { startsAt: start },
          })
        }
        case 'ScheduleCancelled':
          return ofChallenge('canceled the scheduled start of the challenge', {
            before: { startsAt: startBefore },
            after: { startsAt: null },
          })
        case 'ChallengeEndSet': {
          const { endsAt: end } = event.data
          return ofChallenge(`set the end of the challenge to ${formatAuditTime(end)}`, {
            before: { endsAt: endBefore },
            after: { endsAt: end },
          })
        }
        case 'ChallengeEndUndone':
          return ofChallenge('removed the end of the challenge', {
            before: { endsAt: endBefore },
            after: { endsAt: null },
          })
        case 'LeaderboardFrozen':
          return ofChallenge(`froze the leaderboard as of ${formatAuditTime(event.data.frozenAt)}`, {
            before: { frozenAt: isoOrNull(frozenAt) },
            after: { frozenAt: event.data.frozenAt },
          })
        case 'FreezeCancelled':
          return ofChallenge('canceled the freeze of the leaderboard', {
            before: { frozenAt: isoOrNull(frozenAt) },
            after: { frozenAt: null },
          })
        case 'ScoringChanged':
          return scoringDraft(actor, scoringOf(history), event.data)
        case 'LeaderboardRevealed':
          return ofChallenge('revealed the final standings', {
            before: { frozenAt: isoOrNull(frozenAt) },
            after: { frozenAt: null },
          })
        case 'ChallengeOptionsChanged':
          return ofChallenge(formatChange(event.data), optionsChange(challenge.options, event.data))
        case 'ChallengeReset':
          return ofChallenge(`reset the challenge: run ${event.data.run} began`, {
            before: { run },
            after: { run: event.data.run, backup: nameOfBackup(event.data.backup) },
          })
        case 'BackupCreated': {
          const { name, automatic, of } = event.data
          return draftOf(
            name,
            `created the ${automatic ? 'automatic ' : ''}backup “${name}” of run ${of.run}`,
            {
              after: { name, run: of.run, automatic, ...(of.upTo !== undefined && { position: of.upTo }) },
            },
          )
        }
        case 'BackupRestored': {
          const { backup, parent, run: newRun } = event.data
          const name = nameOfBackup(backup)
          return draftOf(name, `restored the backup “${name}”: run ${newRun} continues from it`, {
            before: { run },
            after: {
              run: newRun,
              fromRun: parent.run,
              ...(parent.upTo !== undefined && { fromPosition: parent.upTo }),
            },
          })
        }
        case 'BackupImportStarted':
          return ofChallenge(`started to import a backup as run ${event.data.run}`, {
            after: { run: event.data.run, ...signatureOf(event.data) },
          })
        case 'BackupImported': {
          const { name, run: importedRun } = event.data
          const words = isOfUnknownOrigin(challenge.runs.runs, importedRun)
            ? ', from a file without a known signature'
            : ''
          return draftOf(name, `imported the backup “${name}” as run ${importedRun}${words}`, {
            after: { name, run: importedRun },
          })
        }
        case 'BackupDeleted': {
          const name = nameOfBackup(event.data.backup)
          return draftOf(name, `deleted the backup “${name}” from the list`, { before: { name } })
        }
      }
    },
    apply(event) {
      if (!isEventOf(challengeEvents, event)) return
      if (event.type === 'BackupCreated' || event.type === 'BackupImported')
        backupNames.set(event.data.backup, event.data.name)
      challenge = evolveChallenge(challenge, event)
    },
  }

  function nameOfBackup(backup: string): string {
    return backupNames.get(backup) ?? 'unknown backup'
  }
}

const signatureOf = ({ origin = 'unknown', signedBy }: ImportStarted) => ({
  signature: origin,
  ...(signedBy !== undefined && { signedBy }),
})
type ImportStarted = RecordedEventOf<Pick<typeof challengeEvents, 'BackupImportStarted'>>['data']

/** Names are those of today; the scales of reviewers are numbers that nobody compares, so only their use is told. */
function scoringDraft(actor: string | undefined, before: Scoring, change: ScoringChanged): Draft {
  const recordOf = ({ weights, excluded, scales }: Scoring, nameOf: NameOf) => ({
    ...weights,
    excluded: excluded.length === 0 ? null : excluded.map(nameOf).join(', '),
    normalised: scales !== undefined,
  })
  return {
    users: [...before.excluded, ...change.excluded],
    word: (nameOf) => ({
      summary: `${nameOf(actor)} changed the scoring${withDetail(change.reason)}`,
      subjectName: 'Challenge',
      before: recordOf(before, nameOf),
      after: recordOf(change, nameOf),
    }),
  }
}

type ScoringChanged = RecordedEventOf<Pick<typeof challengeEvents, 'ScoringChanged'>>['data']
type OptionsChange = RecordedEventOf<Pick<typeof challengeEvents, 'ChallengeOptionsChanged'>>['data']

const optionNames = [
  ['notifications', 'notifications'],
  ['emailReminders', 'email reminders'],
  ['normalisedScores', 'normalized scores'],
  ['ownersNeedTwoFactor', 'two-factor sign-in for owners'],
] as const

/** Returns the change of an event as words, such as "switched notifications off and email reminders on". */
function formatChange({ wantedRatings, eventNetworks, ...change }: OptionsChange): string {
  const switches = optionNames.flatMap(([option, name]) => {
    const enabled = change[option]
    return enabled === undefined ? [] : [`${name} ${enabled ? 'on' : 'off'}`]
  })
  const words = switches.length === 0 ? '' : `switched ${switches.join(' and ')}`
  const judged =
    wantedRatings === undefined
      ? words
      : words === ''
        ? `set the ratings per project to ${wantedRatings}`
        : `${words} and set the ratings per project to ${wantedRatings}`
  if (eventNetworks === undefined) return judged
  return judged === '' ? formatEvent(eventNetworks) : `${judged} and ${formatEvent(eventNetworks)}`
}

const formatEvent = (event: EventNetworks | null): string =>
  event === null
    ? 'ended the on-site event'
    : `set the networks of an on-site event until ${formatAuditTime(event.until)}`

/** Returns the options that an event changed, as they were before and are after it. */
function optionsChange(before: ChallengeOptions, change: OptionsChange): Pick<Wording, 'before' | 'after'> {
  const options = [...optionNames.map(([option]) => option), 'wantedRatings'] as const
  const changed = options.filter((option) => change[option] !== undefined)
  const { eventNetworks } = change
  return {
    before: {
      ...Object.fromEntries(changed.map((option) => [option, before[option]])),
      ...(eventNetworks !== undefined && eventFields(before.eventNetworks)),
    },
    after: {
      ...Object.fromEntries(changed.map((option) => [option, change[option] ?? before[option]])),
      ...(eventNetworks !== undefined && eventFields(eventNetworks)),
    },
  }
}

const eventFields = (event: EventNetworks | null) => ({
  eventNetworks: event?.networks.join(', ') ?? null,
  eventEnd: event?.until ?? null,
})
