import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { formatPointsBehind, formatPoints } from '../../../shared/format/format-points.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { gapToNextRank } from '../board.ts'
import type { Board } from '../board.ts'
import css from './own-rank-bar.module.css'

type OwnPlaceProps = {
  board: Board
  list: RefObject<HTMLElement | null>
  podium: RefObject<HTMLElement | null>
  /** Whether the user's own row is in the list instead of on the podium. */
  inList: boolean
  onGo: () => void
}

/** The user's own rank, pinned while their row is out of view. */
export const OwnRankBar = ({ board, list, podium, inList, onGo }: OwnPlaceProps) => {
  const visible = useVisible(() =>
    inList ? (list.current?.querySelector('[data-you]') ?? null) : podium.current,
  )
  const { you } = board
  if (you === null || visible) return null
  const gap = gapToNextRank(board)
  return (
    <button
      type="button"
      className={css.own}
      onClick={inList ? onGo : () => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <span className={css.rank}>{you.rank.toLocaleString('en')}</span>
      <Avatar id={you.id} name={you.name} image={you.avatar} size={36} />
      <span className={css.words}>
        <strong>You</strong>
        <span>
          {gap ? formatPointsBehind(gap.points, gap.name.split(' ')[0] ?? gap.name) : 'in the lead'}
        </span>
      </span>
      <span className={css.points}>{formatPoints(you.totalPoints)}</span>
    </button>
  )
}

/** Whether an element is visible. Another element may be found on every render; a removed element is not visible. */
function useVisible(find: () => Element | null): boolean {
  const [visible, setVisible] = useState(false)
  const watching = useRef<IntersectionObserver>(undefined)
  const watched = useRef<Element>(undefined)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setVisible(entries.at(-1)?.isIntersecting === true),
      // An element under the top bar or the tab bar is not visible.
      { rootMargin: '-64px 0px -72px 0px' },
    )
    watching.current = observer
    return () => {
      watched.current = undefined
      observer.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = find() ?? undefined
    if (element === watched.current) return
    // Keeps observing a removed element, because the observer reports its removal.
    if (element === undefined) return
    if (watched.current) watching.current?.unobserve(watched.current)
    watched.current = element
    watching.current?.observe(element)
  })
  return visible
}
