// Which live data on the screen is stale, because its last load failed, and since when. `LateNotice` says it, unless a part of the
// screen says it itself and has called `sayStalenessOnScreen`.

import { create } from 'zustand'

/** Loads data again, and identifies it. */
type Reload = () => void

const useStaleData = create<{
  /** The data on screen whose last load failed, with the time (ms) when it was up to date. */
  since: ReadonlyMap<Reload, number>
  /** The data whose staleness its own screen says. */
  saidOnScreen: readonly Reload[]
}>(() => ({ since: new Map(), saidOnScreen: [] }))

/** Remembers since when data on screen is stale; undefined if it is up to date, or no longer on screen. */
export function noteStaleness(reload: Reload, staleSince: number | undefined): void {
  const { since } = useStaleData.getState()
  if (since.get(reload) === staleSince) return
  const next = new Map(since)
  if (staleSince === undefined) next.delete(reload)
  else next.set(reload, staleSince)
  useStaleData.setState({ since: next })
}

/** Notes that the screen itself says whether this data is stale, such as with a pill. Returns a function that ends that. */
export function sayStalenessOnScreen(reload: Reload): () => void {
  useStaleData.setState(({ saidOnScreen }) => ({ saidOnScreen: [...saidOnScreen, reload] }))
  return () =>
    useStaleData.setState(({ saidOnScreen }) => ({
      saidOnScreen: saidOnScreen.toSpliced(saidOnScreen.indexOf(reload), 1),
    }))
}

/** Returns since when (ms) something on the screen is stale that nothing else says, and a function that loads all of it again. */
export function useStaleScreen(): { since: number; reload: Reload } | undefined {
  const { since, saidOnScreen } = useStaleData()
  const unsaid = [...since].filter(([reload]) => !saidOnScreen.includes(reload))
  if (unsaid.length === 0) return undefined
  return {
    since: Math.min(...unsaid.map(([, time]) => time)),
    reload: () => unsaid.forEach(([reload]) => reload()),
  }
}
