import { calendarDay, startOfDay } from '@thirty/contracts/rules/calendar.ts'
import { Pause, Play, SkipBack, SkipForward } from 'lucide-react'
import { useId } from 'react'
import { paths } from '../../app/paths.ts'
import { useCurrentDay } from '../../shared/challenge/current-day.ts'
import { formatDate } from '../../shared/format/format-time.ts'
import { formatPoints } from '../../shared/format/format-points.ts'
import { Button } from '../../shared/ui/controls/button.tsx'
import { IconButton } from '../../shared/ui/controls/icon-button.tsx'
import { ShareButton } from '../../shared/ui/controls/share-button.tsx'
import { Card } from '../../shared/ui/display/card.tsx'
import type { Replay } from './use-replay.ts'
import css from './replay-controls.module.css'

/** Play, pause, a slider over the days, and the figures of the shown day. */
export const ReplayControls = ({ replay, lastDay }: { replay: Replay; lastDay: number }) => {
  const { day, board, isPlaying, goTo } = replay
  const { startsAt, timeZone } = useCurrentDay()
  const slider = useId()
  const leader = board?.data[0]
  const stats = board?.stats
  return (
    <Card as="section" aria-label="Replay">
      <div className={css.head}>
        <p className={css.day}>
          <strong className={css.number}>Day {day}</strong>
          {startsAt !== null && <span>{formatChallengeDate(startsAt, day, timeZone)}</span>}
        </p>
        {stats && (
          <dl className={css.figures}>
            <Figure label="participants" value={stats.totalUsers.toLocaleString('en')} />
            <Figure label="projects" value={stats.totalSubmissions.toLocaleString('en')} />
            <Figure label="points" value={formatPoints(stats.totalPoints)} />
          </dl>
        )}
      </div>
      <div className={css.controls}>
        <Button
          kind="primary"
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          onClick={isPlaying ? replay.pause : replay.play}
        >
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
        <IconButton
          label="Previous day"
          icon={<SkipBack />}
          disabled={day === 1}
          onClick={() => goTo(day - 1)}
        />
        <div className={css.slider}>
          <label htmlFor={slider} className={css.label}>
            Day
          </label>
          <input
            id={slider}
            type="range"
            min={1}
            max={lastDay}
            value={day}
            aria-valuetext={`Day ${day} of ${lastDay}${leader ? `, ${leader.name} leads` : ''}`}
            onChange={(event) => goTo(Number(event.target.value))}
          />
        </div>
        <IconButton
          label="Next day"
          icon={<SkipForward />}
          disabled={day === lastDay}
          onClick={() => goTo(day + 1)}
        />
        <ShareButton title={`Leaderboard of day ${day}`} path={paths.replayOfDay(day)} />
      </div>
    </Card>
  )
}

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className={css.figure}>{value}</dd>
  </div>
)

/** Formats the date of a challenge day: "Nov 18, 2026". */
const formatChallengeDate = (startsAt: string, day: number, timeZone: string) =>
  formatDate(startOfDay(calendarDay(Date.parse(startsAt), timeZone) + day - 1, timeZone), timeZone)
