// The leaderboard as a page, live or of a past day: its layout (notices, the tools that sort and search, the list, and cards beside it), and its
// URL, which has the filter and the past day, such as `?at=day:12`, the moment that the API takes.

import { calendarDay } from '@thirty/contracts/challenge/calendar.ts'
import { totalDays } from '@thirty/contracts/challenge/challenge-day.ts'
import { boardSorts } from '@thirty/contracts/leaderboard/board-sorts.ts'
import { defaultScoring } from '@thirty/contracts/leaderboard/scoring.ts'
import { useState, type ReactNode } from 'react'
import { useCurrentDay, type ChallengeStatus } from '../../shared/challenge/current-day.ts'
import { serverNow } from '../../shared/http/response-headers.ts'
import { FrozenSince } from '../../shared/challenge/challenge-time.tsx'
import { StripLegend } from '../../shared/charts/days/strip-legend.tsx'
import { t } from '../../shared/i18n/t.ts'
import { type Board, type BoardFilter, shortSortLabels, sortLabels } from '../../shared/leaderboard/board.ts'
import { afterFocusLeft } from '../../shared/ui/after-press.ts'
import { SortGroup } from '../../shared/ui/controls/segments.tsx'
import { SectionCard, Banner } from '../../shared/ui/display/surfaces.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { TableSearch, useChangedParameters, useTableQuery } from '../../shared/ui/table/table-query.tsx'
import { useWideLayout } from '../../shared/ui/use-wide-layout.tsx'
import frames from '../../shared/styles/frames.module.css'
import words from '../../shared/styles/words.module.css'
import hidden from '../../shared/styles/visually-hidden.module.css'
import css from './leaderboard-screen.module.css'

type BoardPageProps = {
  header: ReactNode
  /** Above the tools. */
  notices: ReactNode
  board: Board | undefined
  /** Further cards beside the list from 1200 px on, else below it. */
  side?: ReactNode
  /** The list. */
  children: ReactNode
}

export const BoardPage = ({ header, notices, board, side, children }: BoardPageProps) => (
  <>
    {header}
    <div className={`${frames.page} ${css.columns}`}>
      <section className={css.main} aria-labelledby="standings">
        <h2 id="standings" className={hidden.visuallyHidden}>
          {t('common.standings')}
        </h2>
        <FreezeNotice />
        {notices}
        <Tools />
        {children}
      </section>
      <aside className={css.side} aria-label={t('leaderboard.moreAboutBoard')}>
        {side}
        <LegendCard scoring={board?.scoring} />
      </aside>
    </div>
  </>
)

/** Tells participants that the standings are of an earlier time. Nothing while the leaderboard is not frozen. */
export const FreezeNotice = () => {
  const { frozen, frozenAt, timeZone } = useCurrentDay()
  return (
    <Banner kind="info" live>
      {frozen && frozenAt !== null && <FrozenSince frozenAt={frozenAt} timeZone={timeZone} />}
    </Banner>
  )
}

const Tools = () => {
  const { filter, onFilter } = useBoardQuery()
  const [isSearching, setIsSearching] = useState(false)
  return (
    <div className={css.tools}>
      <SortGroup
        label={t('common.sort')}
        labels={useWideLayout() ? sortLabels : shortSortLabels}
        sort={filter.sort}
        order={filter.order}
        onChange={onFilter}
      />
      <div
        className={css.search}
        data-open={isSearching || undefined}
        onFocus={() => setIsSearching(true)}
        // What is pressed beside the field must not move before the press is a click.
        onBlur={(event) => afterFocusLeft(event, () => setIsSearching(false))}
      >
        <TableSearch label={t('common.findParticipant')} ends={['around']} />
      </div>
    </div>
  )
}

/** Explains the strips of thirty days, and how points are computed. `scoring` is missing if no admin has changed it. */
const LegendCard = ({ scoring }: Pick<Board, 'scoring'>) => (
  <SectionCard title={t('leaderboard.readingTheStrip')} padding="medium">
    <div className={css.legend}>
      <StripLegend />
    </div>
    <div className={css.scoring}>
      <h3>{t('common.scoring')}</h3>
      <p>{t('common.formula', scoring?.weights ?? defaultScoring.weights)}</p>
      {scoring?.normalised && <p>{t('leaderboard.normalisedRatings')}</p>}
      {scoring && (
        <p className={words.soft}>
          {t.rich('leaderboard.scoringChanged', { time: () => <Time at={scoring.changedAt} exact="date" /> })}
        </p>
      )}
    </div>
  </SectionCard>
)

export function useBoardQuery() {
  const [query, changeQuery] = useTableQuery({ sorts: boardSorts, filters: ['around'] })
  const filter: BoardFilter = { ...query, around: query.around === 'me' ? 'me' : 'top' }
  return {
    filter,
    /** Changes the filter. A change of anything else leads back to the top of the list. */
    onFilter: ({ around, ...change }: Partial<BoardFilter>) =>
      changeQuery({ ...change, around: around === 'me' ? 'me' : '' }),
  }
}

export function usePastDay() {
  const [parameters, changeParameters] = useChangedParameters()
  const lastPastDay = lastPastDayOf(useCurrentDay())
  const requested = Number(/^day:([1-9]\d?)$/.exec(parameters.get('at') ?? '')?.[1] ?? 0)
  const show = (at: string) => {
    // The back button leaves the past instead of going through each day. Rendered at once, so that the next press begins with this day.
    const options = { replace: parameters.has('at'), preventScrollReset: true, flushSync: true }
    changeParameters({ at, page: '' }, options)
  }
  return {
    /** The day at whose end the standings are shown; undefined for the live ones. */
    day: requested >= 1 && requested <= lastPastDay ? requested : undefined,
    /** The last day that has ended; 0 before the first one has. */
    lastPastDay,
    /** Shows the standings at the end of a day; the live ones if it has not ended. */
    goTo: (day: number) => show(day <= lastPastDay ? `day:${day}` : ''),
    goLive: () => show(''),
  }
}

/** Until the current day is known, every day may have ended. Day 30 stays the current day when it is over. */
function lastPastDayOf({ isLoaded, started, startsAt, day, timeZone }: ChallengeStatus): number {
  if (!isLoaded) return totalDays
  if (!started || startsAt === null) return 0
  if (day < totalDays) return day - 1
  const endedDays = calendarDay(serverNow(), timeZone) - calendarDay(Date.parse(startsAt), timeZone)
  return Math.min(totalDays, Math.max(totalDays - 1, endedDays))
}
