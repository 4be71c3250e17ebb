// The reveal of the final standings: its order and steps, the standings of the server, and the reveal of this tab, which survives a reload.

import type { BoardEntry } from '@thirty/contracts/leaderboard/api.ts'
import { request } from '../../shared/http/http.ts'
import { liveData } from '../../shared/live/live-data.ts'
import { t } from '../../shared/i18n/t.ts'
import { tabStorage } from '../../shared/storage/browser-storage.ts'

type Place = { rank: number; points: number }

/**
 * A participant of the ceremony. `before` is the frozen place; undefined for participants who joined later. `after` is the final one;
 * undefined for participants who are no longer ranked.
 */
export type Standing = Pick<BoardEntry, 'id' | 'name' | 'avatar'> & {
  username?: BoardEntry['username']
  before?: Place | undefined
  after?: Place | undefined
}
/** A participant with a final place. */
export type FinalStanding = Standing & { after: Place }

/** Returns the participants by their final rank; last come participants without one. */
export function compareStandings(frozen: readonly BoardEntry[], final: readonly BoardEntry[]): Standing[] {
  // A row that moved between two requests is on two pages; the later one is newer.
  const placesOf = (rows: readonly BoardEntry[]) =>
    new Map(rows.map(({ id, rank, totalPoints }) => [id, { rank, points: totalPoints }]))
  const [before, after] = [placesOf(frozen), placesOf(final)]
  const people = new Map(
    [...frozen, ...final].map(({ id, name, username, avatar }) => [id, { id, name, username, avatar }]),
  )
  return [...people.values()]
    .map((person) => ({ ...person, before: before.get(person.id), after: after.get(person.id) }))
    .toSorted((a, b) => (a.after?.rank ?? Infinity) - (b.after?.rank ?? Infinity))
}

/** Returns the participants with a final place, the first one first. */
export const finalStandings = (standings: readonly Standing[]): FinalStanding[] =>
  standings.flatMap((standing) => (standing.after ? [{ ...standing, after: standing.after }] : []))

/**
 * Returns how many final places are known after each step. The first step reveals all places below the first stop of the ceremony;
 * each further step reveals one.
 */
export const revealSteps = (total: number, stops: number): number[] => [
  ...(stops < total ? [0] : []),
  ...Array.from({ length: stops + 1 }, (_, index) => total - stops + index),
]

/**
 * Returns the list after some reveals: at first the whole frozen leaderboard, as everybody knew it. Later, the participants whose final
 * place is still secret, in their frozen order, and after them those at their final places.
 */
export function shownOrder(standings: readonly Standing[], revealedCount: number): Standing[] {
  const final = finalStandings(standings)
  const revealed = final.slice(final.length - revealedCount)
  const secret = revealedCount === 0 ? standings : final.slice(0, final.length - revealedCount)
  return [
    ...secret
      .filter(({ before }) => before !== undefined)
      .toSorted((a, b) => (a.before?.rank ?? 0) - (b.before?.rank ?? 0)),
    ...revealed,
  ]
}

/** Returns the places gained (positive) or lost (negative); undefined without a frozen or a final place. */
export const placesMoved = ({ before, after }: Standing): number | undefined =>
  before && after && before.rank - after.rank

/** A freeze whose final standings can be revealed. `frozenAt` is the time of the freeze (ISO). */
export type Freeze = { run: number; frozenAt: string }

/** Both standings of everybody, by freeze. Data of an earlier visit may be wrong by now. */
export const revealedStandings = liveData<Standing[], Freeze>({
  load: async ({ frozenAt }, signal) => {
    // Admins are always answered with the true standings, so the frozen standings are the true ones of the moment before.
    const at = new Date(Date.parse(frozenAt) - 1).toISOString()
    const [frozen, final] = await Promise.all([fetchRows({ at }, signal), fetchRows({}, signal)])
    return compareStandings(frozen, final)
  },
  failedText: t('adminReveal.tryLater'),
  resyncs: true,
  isAlwaysFresh: true,
})

async function fetchRows(part: { at?: string; cursor?: string }, signal: AbortSignal): Promise<BoardEntry[]> {
  // The server refuses larger pages.
  const query = { ...part, limit: 200 }
  const { data, nextCursor } = await request('GET', '/api/leaderboard/leaderboard', { query, signal })
  return nextCursor === null ? data : [...data, ...(await fetchRows({ ...part, cursor: nextCursor }, signal))]
}

/** A ceremony that has begun: its standings, at how many places it stops, and the number of steps that were made. */
export type Ceremony = { standings: readonly Standing[]; stops: number; step: number }

const key = 'thirty-reveal'

/** Returns the ceremony of this tab, which survives a reload of the page; undefined if none of this freeze has begun. */
export function loadCeremony(freeze: Freeze): Ceremony | undefined {
  const { run, frozenAt, ...ceremony } = tabStorage.read<Freeze & Ceremony>(key)
  // Safe: only `storeCeremony` writes it.
  return run === freeze.run && frozenAt === freeze.frozenAt ? (ceremony as Ceremony) : undefined
}

export const storeCeremony = (freeze: Freeze, ceremony: Ceremony): void =>
  tabStorage.set(key, JSON.stringify({ ...freeze, ...ceremony }))

export const forgetCeremony = (): void => tabStorage.remove(key)
