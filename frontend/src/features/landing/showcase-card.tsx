import type { ShowcaseAnswer, ShowcaseRow } from '@thirty/contracts/api/leaderboard.ts'
import { dayMarks } from '../../shared/day-marks.ts'
import { HeatStrip } from '../../shared/pictures/heat-strip.tsx'
import { pointsInWords } from '../../shared/points-in-words.ts'
import { Avatar } from '../../shared/ui/avatar.tsx'
import { Button } from '../../shared/ui/button.tsx'
import { ConnectionPill } from '../../shared/ui/connection-pill.tsx'
import { Plate } from '../../shared/ui/day-badge.tsx'
import { useRankFlip } from '../../shared/ui/flip.ts'
import { RankChange } from '../../shared/ui/rank-change.tsx'
import { SkeletonRows } from '../../shared/ui/skeleton.tsx'
import { useConnectionPill } from '../../shared/use-connection-pill.ts'
import { useGain } from '../../shared/use-gain.ts'
import { known, useShowcase } from './showcase-store.ts'
import css from './showcase-card.module.css'

/** The top of the real board, live, for everybody to see. */
export const ShowcaseCard = ({ most }: { most: number }) => {
  const showcase = useShowcase((store) => store.showcase)
  const pill = useConnectionPill()
  const answer = known(showcase)
  return (
    <section className={css.card} data-plain aria-labelledby="showcase">
      <div className={css.head}>
        <h2 id="showcase">{answer ? `Leaderboard, day ${answer.day}` : 'Leaderboard'}</h2>
        {answer && pill.connection && <ConnectionPill connection={pill.connection} short />}
      </div>
      <Inside most={most} />
    </section>
  )
}

const Inside = ({ most }: { most: number }) => {
  const showcase = useShowcase((store) => store.showcase)
  const load = useShowcase((store) => store.load)
  switch (showcase.state) {
    case 'loading':
      return <SkeletonRows count={most} />
    case 'failed':
      return (
        <div className={css.note} role="alert">
          <p>The board cannot be shown just now.</p>
          <Button size="small" onClick={() => void load()}>
            Retry
          </Button>
        </div>
      )
    case 'empty':
      return <p className={css.note}>Nobody has handed anything in yet. The first place is open.</p>
    case 'ready':
      return <Rows answer={showcase.answer} most={most} />
  }
}

const Rows = ({ answer, most }: { answer: ShowcaseAnswer; most: number }) => {
  const rows = answer.rows.slice(0, most)
  const list = useRankFlip<HTMLOListElement>({ order: rows.map((row) => row.id) })
  return (
    <ol ref={list} className={css.rows}>
      {rows.map((row) => (
        <Row key={row.id} row={row} day={answer.day} />
      ))}
    </ol>
  )
}

const Row = ({ row, day }: { row: ShowcaseRow; day: number }) => {
  const gained = useGain(row.totalPoints)
  return (
    <li data-flip-id={row.id} data-moved={gained !== undefined || undefined}>
      {gained !== undefined && (
        <span className={css.gain}>
          <Plate tone="today" size="small">
            +{gained.toLocaleString('en')}
          </Plate>
        </span>
      )}
      <span className={css.rank}>{row.rank}</span>
      <Avatar id={row.id} name={row.name} image={row.avatar} size={32} />
      <span className={css.who}>
        <strong title={row.name}>{row.name}</strong>
        <HeatStrip days={dayMarks(row.days, day)} size="xs" of={row.name} />
      </span>
      <span className={css.points}>
        <strong>{pointsInWords(row.totalPoints)}</strong>
        {row.movement !== null && <RankChange change={row.movement} />}
      </span>
    </li>
  )
}
