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
  /** Whether the own row stands in the list, and not on the podium. */
  inList: boolean
  onGo: () => void
}

/** The reader's own place, pinned while their row is out of view. */
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

/** Whether an element is on the screen. Which one it is may change with every render; an element that is gone is not seen. */
function useVisible(find: () => Element | null): boolean {
  const [visible, setVisible] = useState(false)
  const watching = useRef<IntersectionObserver>(undefined)
  const watched = useRef<Element>(undefined)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setVisible(entries.at(-1)?.isIntersecting === true),
      // What lies under the top bar or the tab bar is not seen.
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
    // An observer tells that an element has gone, so the old one is let go only for a new one.
    if (element === undefined) return
    if (watched.current) watching.current?.unobserve(watched.current)
    watched.current = element
    watching.current?.observe(element)
  })
  return visible
}
