import type { PreviewRow, RestorePreview as Preview } from '@thirty/contracts/api/admin/backups.ts'
import { ArrowRight, Minus, Plus } from 'lucide-react'
import { useCurrentDay } from '../../challenge/current-day.ts'
import { ViewAsTable } from '../../charts/view-as-table.tsx'
import { formatPeriod } from '../../format/format-period.ts'
import { formatPoints } from '../../format/format-points.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { FullText } from '../../ui/controls/full-text.tsx'
import { RankChange } from '../../ui/display/rank-change.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { changesNothing, describeDay, describeStrip, figureChanges, listChanges } from './preview-words.ts'
import css from './restore-preview.module.css'

/** How many rows of the leaderboard after the restore are shown. */
const shownRows = 5

/** What a restore would change: two strips of days, the figures, the top of the leaderboard, what appears and vanishes. */
export const RestorePreview = ({ preview }: { preview: Preview }) => {
  const { now, after } = preview
  return (
    <div className={css.preview}>
      {changesNothing(preview) && (
        <Banner kind="info">The leaderboard now is the same as in this backup.</Banner>
      )}
      <div className={css.strips}>
        <Strip label="Now" figures={now} />
        <Strip label="After the restore" figures={after} />
      </div>
      <Figures preview={preview} />
      <div className={css.parts}>
        <Top preview={preview} />
        <Changes preview={preview} />
      </div>
      <Moved preview={preview} />
    </div>
  )
}

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
    challengePeriod ? formatPeriod(challengePeriod, timeZone) : 'Not started'
  const [periodNow, periodAfter] = [period(now), period(after)]
  return (
    <table className={css.figures}>
      <caption>
        <VisuallyHidden>What a restore changes</VisuallyHidden>
      </caption>
      <thead>
        <tr>
          <th scope="col">What changes</th>
          <th scope="col" className={css.now}>
            Now
          </th>
          <th scope="col">After</th>
          <th scope="col" className={css.change}>
            Change
          </th>
        </tr>
      </thead>
      <tbody>
        {figureChanges(now, after).map(({ label, change, direction, ...figure }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className={`${css.now} ${css.number}`}>
              {figure.now}
              <ArrowRight aria-hidden="true" size={14} />
            </td>
            <td className={css.number}>{figure.after}</td>
            <td className={css.change} data-direction={direction}>
              {change}
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">Period</th>
          <td colSpan={3} className={css.period}>
            {periodNow === periodAfter ? `${periodNow}, unchanged` : `${periodNow} → ${periodAfter}`}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Top = ({ preview: { top } }: { preview: Preview }) => (
  <section>
    <h3 className={css.label}>Top of the board after the restore</h3>
    {top.length === 0 ? (
      <p className={css.quiet}>Nobody has a project in this backup.</p>
    ) : (
      <ol className={css.top} aria-label="Top of the board after the restore">
        {top.slice(0, shownRows).map((row) => (
          <TopRow key={row.id} row={row} />
        ))}
      </ol>
    )}
  </section>
)

const TopRow = ({ row: { id, name, avatar, rankNow, rankAfter } }: { row: PreviewRow }) => (
  <li className={css.row}>
    <span className={css.rank}>{rankAfter}</span>
    <Avatar id={id} name={name} image={avatar} size={26} />
    <FullText className={css.name} dir="auto">
      {name}
    </FullText>
    <span className={css.move}>
      {rankNow === null
        ? 'not ranked now'
        : rankAfter !== null && (
            <>
              {rankNow !== rankAfter && `was ${rankNow}`}
              <RankChange change={rankNow - rankAfter} />
            </>
          )}
    </span>
  </li>
)

const Changes = ({ preview: { appears, vanishes } }: { preview: Preview }) => {
  const gained = listChanges(appears, {
    one: 'returns to the leaderboard',
    several: 'return to the leaderboard',
  })
  const lost = listChanges(vanishes, { one: 'leaves the leaderboard', several: 'leave the leaderboard' })
  return (
    <section className={css.changes}>
      {gained.length > 0 && (
        <>
          <h3 className={css.label}>Comes back</h3>
          <ul className={css.lines} data-direction="more">
            {gained.map((line) => (
              <li key={line}>
                <Plus aria-hidden="true" size={16} />
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={css.label}>Not in this backup</h3>
      {lost.length > 0 ? (
        <ul className={css.lines} data-direction="fewer">
          {lost.map((line) => (
            <li key={line}>
              <Minus aria-hidden="true" size={16} />
              {line}
            </li>
          ))}
        </ul>
      ) : (
        <p className={css.quiet}>Nothing is lost.</p>
      )}
      <p className={css.quiet}>User accounts stay. The state now is kept as a backup.</p>
    </section>
  )
}

const formatRank = (rank: number | null): string => (rank === null ? '–' : String(rank))
const formatTotal = (points: number | null): string => (points === null ? '–' : formatPoints(points))

const Moved = ({ preview: { moved } }: { preview: Preview }) => {
  if (moved.total === 0) return null
  const { total, first } = moved
  const sentence = `${total.toLocaleString('en')} ${total === 1 ? 'person changes' : 'people change'} rank or points`
  return (
    <section>
      <h3 className={css.label}>{sentence}</h3>
      <ViewAsTable
        caption={first.length < total ? `${sentence}; the first ${first.length} are shown` : sentence}
        head={['Participant', 'Rank now', 'Rank after', 'Points now', 'Points after']}
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
