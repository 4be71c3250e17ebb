// The user's own rank, pinned while their row is out of view.

import { useEffect, useRef, useState, type RefObject } from 'react'
import { formatFirstName } from '../../../shared/format/format-name.ts'
import { formatPointsBehind, formatPoints } from '../../../shared/format/format-points.ts'
import { Avatar } from '../../../shared/ui/avatar/avatar.tsx'
import { gapToNextRank, type Board } from '../../../shared/leaderboard/board.ts'
import { formatNumber } from '../../../shared/i18n/locale.ts'
import { t } from '../../../shared/i18n/t.ts'
import css from './own-rank-bar.module.css'

type OwnRankBarProps = {
  board: Board
  findOwnRow: () => Element | null
  podium: RefObject<HTMLElement | null>
  /** Whether the user's own row is in the list instead of on the podium. */
  isInList: boolean
  onNavigate: () => void
}

export const OwnRankBar = ({ board, findOwnRow, podium, isInList, onNavigate }: OwnRankBarProps) => {
  const isVisible = useVisible(() => (isInList ? findOwnRow() : podium.current))
  const { you } = board
  // Nobody is in the lead before the first points.
  if (you === null || isVisible || (you.rank === 1 && you.totalPoints === 0)) return null
  const gap = gapToNextRank(board)
  return (
    <button
      type="button"
      className={css.own}
      onClick={isInList ? onNavigate : () => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <span className={css.rank}>{formatNumber(you.rank)}</span>
      <Avatar id={you.id} name={you.name} image={you.avatar} size={36} />
      <span className={css.words}>
        <strong>{t('common.you')}</strong>
        <span>{gap ? formatPointsBehind(gap.points, formatFirstName(gap)) : t('leaderboard.inTheLead')}</span>
      </span>
      <span className={css.points}>{formatPoints(you.totalPoints)}</span>
    </button>
  )
}

/**
 * Returns whether the element that `find` returns is visible. `find` runs after every render and may return another
 * element, or null, which is not visible.
 */
function useVisible(find: () => Element | null): boolean {
  const [isVisible, setIsVisible] = useState(false)
  const observerRef = useRef<IntersectionObserver>(undefined)
  const observed = useRef<Element>(undefined)

  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => setIsVisible(entries.at(-1)?.isIntersecting === true),
      // An element under the top bar or the tab bar is not visible.
      { rootMargin: '-64px 0px -72px 0px' },
    )
    observerRef.current = observer
    return () => {
      observed.current = undefined
      observer.disconnect()
    }
  }, [])

  useEffect(() => {
    const element = find() ?? undefined
    if (element === observed.current) return
    // Keeps observing a removed element, because the observer reports its removal.
    if (element === undefined) return
    if (observed.current) observerRef.current?.unobserve(observed.current)
    observed.current = element
    observerRef.current?.observe(element)
  })
  return isVisible
}
