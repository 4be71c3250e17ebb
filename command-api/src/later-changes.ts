// Refuses decisions of admins about a project that has changed since they saw it.

import type { LaterChange } from '@thirty/contracts/projects/later-changes-api.ts'
import type { ProjectEvent } from '@thirty/contracts/projects/events.ts'
import { isStatusEvent, lifeChanges } from '@thirty/contracts/projects/project-life.ts'
import { Refusal, type RefusalCode } from '@thirty/contracts/endpoints/refusals.ts'
import { nameAs } from '@thirty/contracts/accounts/stand-ins.ts'
import { calculateRatingAverage } from '@thirty/contracts/leaderboard/points.ts'
import { shownReviewText } from '@thirty/contracts/saved-texts/saved-texts.ts'
import { say, type Text } from '@thirty/contracts/texts/text.ts'
import { loadAccount } from './accounts/account.ts'
import type { Fold, Recorded, Commands } from './fold.ts'
import { personOf } from './people.ts'

/** A change of a project without the name of the person, and its position in the log. */
export type Change = Omit<LaterChange, 'byName' | 'byUsername' | 'version'> & { position: bigint }

/**
 * What admins must have seen before they decide about a project: its latest submission or revision (`content`), the latest of these
 * and the reviews (`latest`), and the latest official rating of each rater.
 */
export type Changes = {
  content: Change | undefined
  latest: Change | undefined
  ratings: readonly Change[]
}

const noChanges: Changes = { content: undefined, latest: undefined, ratings: [] }

/** Adds the changes of the same events to a fold of a project. */
export const withChanges = <State>(
  fold: Fold<State, ProjectEvent>,
): Fold<{ state: State; changes: Changes }, ProjectEvent> => ({
  ...fold,
  initial: { state: fold.initial, changes: noChanges },
  evolve: ({ state, changes }, event) => ({
    state: fold.evolve(state, event),
    changes: evolveChanges(changes, event),
  }),
})

function evolveChanges(changes: Changes, event: Recorded<ProjectEvent>): Changes {
  const { at, position, metadata } = event
  if (event.type === 'ProjectRated') {
    const { rater, official, criteria } = event.data
    if (!official) return changes
    const others = changes.ratings.filter((rating) => rating.by !== rater)
    const average = calculateRatingAverage(criteria)
    return { ...changes, ratings: [...others, { what: 'rated', by: rater, at, position, average }] }
  }
  if (!isStatusEvent(event)) return changes
  const { type, data } = event
  // A project that was withdrawn and submitted again is another version, too.
  const what = type === 'ProjectSubmitted' ? 'revised' : lifeChanges[type]
  if (what === 'withdrawn') return noChanges
  const by = 'by' in data ? data.by : (metadata.actor ?? '')
  const change = { what, by, at, position, ...('reason' in data && data.reason && { reason: data.reason }) }
  if (type === 'ProjectSubmitted') return { content: change, latest: change, ratings: [] }
  return { ...changes, latest: change, ...(type === 'ProjectRevised' && { content: change }) }
}

/** What the admin saw; an older client does not say it, and is refused only what can never be decided. */
type Seen = { version: string | undefined }

/** Refuses a review of a project that was reviewed, or that its owner has changed since the admin saw it. */
export function refuseOutdatedReview({ latest, content }: Changes, { version }: Seen): void {
  if (latest?.what === 'approved' || latest?.what === 'rejected')
    refuseWith('already-reviewed', say('alreadyReviewed'), latest)
  if (version !== undefined) refuseEarliest([content], version)
}

/**
 * Refuses a rating of a project that was rejected, or that its owner or another admin's rating has changed since the admin saw it. An
 * approval changes nothing for a rating, and neither do the ratings of others if more than one is wanted: each is given without a
 * look at the others.
 */
export function refuseOutdatedRating(
  { latest, content, ratings }: Changes,
  { version, by, isOnlyRating }: Seen & { by: string; isOnlyRating: boolean },
): void {
  if (version === undefined) return
  if (latest?.what === 'rejected') refuseWith('not-rateable', say('cannotBeRated'), latest)
  const others = isOnlyRating ? ratings.filter((rating) => rating.by !== by) : []
  refuseEarliest([content, ...others], version)
}

/** Refuses with the earliest change that the admin has not seen. */
function refuseEarliest(changes: readonly (Change | undefined)[], version: string): void {
  const [unseen] = changes
    .filter((change) => change !== undefined)
    .filter(({ position }) => position > BigInt(version))
    .toSorted((left, right) => (left.position < right.position ? -1 : 1))
  if (unseen === undefined) return
  const said = say(unseen.what === 'rated' ? 'ratedMeanwhile' : 'revisedMeanwhile')
  refuseWith('changed-meanwhile', said, unseen)
}

function refuseWith(code: RefusalCode, said: Text, { position, ...change }: Change): never {
  throw new Refusal(code, said, undefined, {
    change: { ...change, byName: '', version: position.toString() },
  })
}

/**
 * Throws the error of a command about a project again. Adds the name of the person to a refusal because of a change, and that of the
 * owner to a reason. A reason is not shown after the account of the owner was deleted.
 */
export const namingChanges =
  (commands: Pick<Commands, 'load'>, owner: string) =>
  async (error: unknown): Promise<never> => {
    const change = error instanceof Refusal ? error.details?.change : undefined
    if (!(error instanceof Refusal) || change === undefined) throw error
    const { reason: stored, ...rest } = change
    const ownerName = stored === undefined ? undefined : (await loadAccount(commands, owner))?.fullName
    const reason =
      stored !== undefined && ownerName !== undefined
        ? { reason: shownReviewText({ text: stored, nameOpen: true }, ownerName) }
        : {}
    const person = await personOf(commands, change.by)
    const by = { ...nameAs('byName', person), ...(person.username && { byUsername: person.username }) }
    const details = { change: { ...rest, ...reason, ...by } }
    throw error.with({ details })
  }
