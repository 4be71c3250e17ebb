// The list of the reveal, in which every participant moves from the frozen place to the final one.

import { useLayoutEffect, useRef } from 'react'
import { ArrowRight } from 'lucide-react'
import { formatPoints } from '../../shared/format/format-figures.ts'
import { distinctNames } from '../../shared/people/people.tsx'
import { Avatar } from '../../shared/ui/avatar/avatar.tsx'
import { FullText } from '../../shared/ui/controls/tooltip.tsx'
import { RankChange } from '../../shared/ui/display/rank-change.tsx'
import { useRankFlip } from '../../shared/ui/motion/use-rank-flip.ts'
import { t } from '../../shared/i18n/t.ts'
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx'
import { placesMoved, shownOrder, type Standing } from './ceremony.ts'
import css from './ceremony-rows.module.css'

type CeremonyRowsProps = { standings: readonly Standing[]; revealedCount: number }

export const CeremonyRows = ({ standings, revealedCount }: CeremonyRowsProps) => {
  const rows = shownOrder(standings, revealedCount)
  const nameOf = distinctNames(standings)
  const firstFinal = rows.length - revealedCount
  const revealedId = rows[firstFinal]?.id
  const list = useRankFlip<HTMLOListElement>({
    order: rows.map(({ id }) => id),
    moved: revealedId === undefined ? [] : [revealedId],
  })
  // The ceremony begins at the top of the frozen leaderboard, and then follows the row that was revealed.
  const inView = revealedCount === 0 ? 0 : firstFinal
  return (
    <ol ref={list} className={css.rows} aria-label={t('common.standings')}>
      {rows.map((standing, index) => (
        <Row
          key={standing.id}
          standing={standing}
          name={nameOf(standing)}
          place={index < firstFinal ? standing.before : standing.after}
          isFinal={index >= firstFinal}
          isNewest={standing.id === revealedId}
          isInView={index === inView}
        />
      ))}
    </ol>
  )
}

type RowProps = {
  standing: Standing
  /** The name, with the username if others have the same one. */
  name: string
  /** The final place, or the frozen one while the final one is secret. */
  place: Standing['after']
  isFinal: boolean
  isNewest: boolean
  /** Scrolls to this row. */
  isInView: boolean
}

const Row = ({ standing, name, place, isFinal, isNewest, isInView }: RowProps) => {
  const row = useRef<HTMLLIElement>(null)
  // Before the list measures its rows, which it does in its own effect: that of a child comes first.
  useLayoutEffect(() => {
    if (isInView) row.current?.scrollIntoView({ block: 'center' })
  }, [isInView])
  const { id, avatar } = standing
  const moved = placesMoved(standing)
  return (
    <li
      ref={row}
      data-flip-id={id}
      data-final={isFinal || undefined}
      data-newest={isNewest || undefined}
      className={css.row}
    >
      <span className={css.rank}>{place?.rank}</span>
      <Avatar id={id} name={standing.name} image={avatar} size={36} />
      <FullText as="strong" dir="auto" focusable={false} className={css.name}>
        {name}
      </FullText>
      {isFinal && moved !== undefined && <RankChange change={moved} />}
      <span className={css.points}>
        {isFinal ? <PointsChange standing={standing} /> : place && formatPoints(place.points)}
      </span>
    </li>
  )
}

/** The points before and after, or only those after for a participant without a frozen place. */
export const PointsChange = ({ standing: { before, after } }: { standing: Standing }) => {
  if (!after) return null
  const now = formatPoints(after.points)
  if (!before) return t('adminReveal.points', { after: now })
  const then = formatPoints(before.points)
  return (
    <>
      <span className={css.change} aria-hidden="true">
        <span className={css.before}>{then}</span>
        <ArrowRight size="0.8em" />
        <strong>{now}</strong>
      </span>
      <VisuallyHidden>{t('adminReveal.pointsFromTo', { before: then, after: now })}</VisuallyHidden>
    </>
  )
}
