// The part of the restore dialog that shows what would change, and its words: two strips of days, the figures, the top of the leaderboard,
// what appears and vanishes.

import type { RestorePreview as Preview } from '@thirty/contracts/backups/api.ts'
import { ArrowRight, Minus, Plus } from 'lucide-react'
import { useCurrentDay } from '../../challenge/current-day.ts'
import { ViewAsTable } from '../../charts/chart-parts.tsx'
import { formatPeriod } from '../../ui/display/time.tsx'
import { Avatar } from '../../people/people.tsx'
import { FullText } from '../../ui/controls/tooltip.tsx'
import { RankChange } from '../../ui/display/marks.tsx'
import { Banner } from '../../ui/display/surfaces.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t, formatName, formatPoints, formatNumber } from '../../i18n/t.ts'
import layout from '../../styles/layout.module.css'
import words from '../../styles/words.module.css'
import css from './restore-preview.module.css'

/** How many rows of the leaderboard after the restore are shown. */
const shownRows = 5

export const RestorePreview = ({ preview }: { preview: Preview }) => (
  <div className={layout.stack20}>
    <Banner kind="info">{changesNothing(preview) && t('history.sameAsNow')}</Banner>
    <div className={css.strips}>
      <Strip label={t('common.now')} figures={preview.now} />
      <Strip label={t('history.afterRestore')} figures={preview.after} />
    </div>
    <Figures preview={preview} />
    <div className={css.parts}>
      <Top preview={preview} />
      <Changes preview={preview} />
    </div>
    <Moved {...preview.moved} />
  </div>
)

/** A filled slash for each day with a counted project. */
const Strip = ({ label, figures }: { label: string; figures: Preview['now'] }) => (
  <div className={css.strip}>
    <p className={css.stripHead}>
      <strong>{label}</strong>
      <span>{describeDay(figures)}</span>
    </p>
    <p className={css.slashes} role="img" aria-label={describeStrip(label, figures)}>
      {figures.days.map((projects, index) => (
        <span key={index} data-slash data-filled={projects > 0 || undefined} />
      ))}
    </p>
  </div>
)

const Figures = ({ preview: { now, after } }: { preview: Preview }) => {
  const { timeZone } = useCurrentDay()
  const period = ({ challengePeriod }: Preview['now']) =>
    challengePeriod ? formatPeriod(challengePeriod, timeZone) : t('common.notStarted')
  const [periodNow, periodAfter] = [period(now), period(after)]
  return (
    <table className={css.figures}>
      <caption>
        <VisuallyHidden>{t('history.whatRestoreChanges')}</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('history.whatChanges')}</th>
          <th scope="col" className={css.now}>
            {t('common.now')}
          </th>
          <th scope="col">{t('common.after')}</th>
          <th scope="col" className={css.change}>
            {t('common.change')}
          </th>
        </tr>
      </thead>
      <tbody>
        {figureChanges(now, after).map(({ label, change, direction, ...figure }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={`${css.now} ${css.number}`}>
              {figure.now}
              <ArrowRight size={14} />
            </td>
            <td className={css.number}>{figure.after}</td>
            <td className={css.change} data-direction={direction}>
              {change}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('history.period')}</th>
          <td colSpan={3} className={css.period}>
            {periodNow === periodAfter
              ? t('history.periodUnchanged', { period: periodNow })
              : t('history.periodChange', { before: periodNow, after: periodAfter })}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Top = ({ preview: { top } }: { preview: Preview }) => (
  <section>
    <h3 className={css.label}>{t('history.topAfter')}</h3>
    {top.length === 0 ? (
      <p className={words.faint}>{t('history.nobody')}</p>
    ) : (
      <ol className={layout.stack8} aria-label={t('history.topAfter')}>
        {top.slice(0, shownRows).map(({ id, name, avatar, rankNow, rankAfter }) => (
          <li key={id} className={css.row}>
            <span className={css.rank}>{rankAfter}</span>
            <Avatar id={id} name={name} image={avatar} size={26} />
            <FullText className={css.name} dir="auto" text={formatName(name)} />
            <span className={css.move}>
              {rankNow === null
                ? t('history.notRankedNow')
                : rankAfter !== null && (
                    <>
                      {rankNow !== rankAfter && <span>{t('history.was', { rank: rankNow })}</span>}
                      <RankChange change={rankNow - rankAfter} />
                    </>
                  )}
            </span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const Changes = ({ preview: { appears, vanishes } }: { preview: Preview }) => {
  const gained = listChanges(appears, 'appears')
  return (
    <section className={css.changes}>
      {gained.length > 0 && <Lines title={t('history.comesBack')} lines={gained} direction="more" />}
      <Lines title={t('history.notInBackup')} lines={listChanges(vanishes, 'vanishes')} direction="fewer" />
      <p className={words.faint}>{t('history.accountsStay')}</p>
    </section>
  )
}

type LinesProps = { title: string; lines: readonly string[]; direction: 'more' | 'fewer' }

const Lines = ({ title, lines, direction }: LinesProps) => (
  <>
    <h3 className={css.label}>{title}</h3>
    {lines.length === 0 ? (
      <p className={words.faint}>{t('history.nothingIsLost')}</p>
    ) : (
      <ul className={css.lines} data-direction={direction}>
        {lines.map((line) => (
          <li key={line}>
            {direction === 'more' ? <Plus size={16} /> : <Minus size={16} />}
            <span>{line}</span>
          </li>
        ))}
      </ul>
    )}
  </>
)

const formatRank = (rank: number | null): string => (rank === null ? '–' : formatNumber(rank))
const formatTotal = (points: number | null): string => (points === null ? '–' : formatPoints(points))

const Moved = ({ total, first }: Preview['moved']) => {
  if (total === 0) return null
  const sentence = t('history.peopleMove', { count: total })
  return (
    <section>
      <h3 className={css.label}>{sentence}</h3>
      <ViewAsTable
        caption={
          first.length < total
            ? t('history.peopleMoveFirst', { count: total, shown: first.length })
            : sentence
        }
        head={[
          t('common.participant'),
          t('common.rankNow'),
          t('common.rankAfter'),
          t('common.pointsNow'),
          t('common.pointsAfter'),
        ]}
        rows={first.map(({ name, rankNow, rankAfter, pointsNow, pointsAfter }) => [
          name,
          formatRank(rankNow),
          formatRank(rankAfter),
          formatTotal(pointsNow),
          formatTotal(pointsAfter),
        ])}
      />
    </section>
  )
}

/** Returns the figures that a restore changes, each with its difference: "189 fewer", "12.4 more", "unchanged". */
export const figureChanges = (now: Preview['now'], after: Preview['now']) => [
  figureChange(t('common.projects'), now.totalProjects, after.totalProjects),
  figureChange(t('common.participants'), now.totalParticipants, after.totalParticipants),
  figureChange(t('common.averagePoints'), now.averagePoints, after.averagePoints, true),
]

function figureChange(label: string, now: number, after: number, isPoints = false) {
  const format = isPoints ? formatPoints : formatNumber
  // As shown: averages have one decimal.
  const difference = Math.round((after - now) * 10) / 10
  const size = { count: format(Math.abs(difference)) }
  const figures = { label, now: format(now), after: format(after) }
  if (difference === 0) return { ...figures, change: t('history.unchanged'), direction: 'same' }
  return difference > 0
    ? { ...figures, change: t('history.more', size), direction: 'more' }
    : { ...figures, change: t(isPoints ? 'history.less' : 'history.fewer', size), direction: 'fewer' }
}

/** A line that would name more days says only how many. */
const maxNamedDays = 3

/** Returns the lines about projects, ratings and people that appear or vanish; none if there are none. */
export const listChanges = (
  { projects, ratings, participants }: Preview['vanishes'],
  direction: 'appears' | 'vanishes',
): string[] =>
  [
    projects.total > 0 && describeProjects(projects),
    ratings > 0 && t('history.ratings', { count: ratings }),
    participants > 0 &&
      t(direction === 'appears' ? 'history.peopleReturn' : 'history.peopleLeave', { count: participants }),
  ].filter((line) => line !== false)

/** "118 projects from Day 18, 71 from Day 19"; only the number if not all projects are known. */
function describeProjects({ total, first }: Preview['vanishes']['projects']): string {
  if (first.length < total) return t('history.countProjects', { count: total })
  const perDay = new Map<number, number>()
  for (const { day } of first) perDay.set(day, (perDay.get(day) ?? 0) + 1)
  const days = [...perDay].toSorted(([left], [right]) => left - right)
  if (days.length > maxNamedDays) return t('history.projectsFromDays', { count: total, days: days.length })
  return days
    .map(([day, count], index) =>
      t(index === 0 ? 'history.projectsFromDay' : 'history.moreFromDay', { count, day }),
    )
    .join(', ')
}

export const changesNothing = ({ now, after, appears, vanishes }: Preview): boolean =>
  now.digest === after.digest &&
  [appears, vanishes].every(({ projects, ratings }) => projects.total === 0 && ratings === 0)

/** "Day 19", or "Not started". */
const describeDay = ({ challengePeriod, day }: Preview['now']): string =>
  challengePeriod ? t('common.day', { day }) : t('common.notStarted')

/** Describes one of the two strips: "Now: Day 19, projects on 18 of 30 days". */
export const describeStrip = (label: string, figures: Preview['now']): string => {
  const count = figures.days.filter((projects) => projects > 0).length
  return t('history.strip', { label, day: describeDay(figures), count, total: figures.days.length })
}
