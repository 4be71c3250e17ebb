// The part of the restore dialog that shows what would change: two strips of days, the figures, the top of the leaderboard, what appears
// and vanishes. `format-preview.ts` has the words.

import type { PreviewRow, RestorePreview as Preview } from '@thirty/contracts/backups/api.ts'
import { ArrowRight, Minus, Plus } from 'lucide-react'
import { useCurrentDay } from '../../challenge/current-day.ts'
import { ViewAsTable } from '../../charts/chart-parts.tsx'
import { formatName, formatPoints } from '../../format/format.ts'
import { formatPeriod } from '../../format/format-time.ts'
import { formatNumber } from '../../i18n/locale.ts'
import { Avatar } from '../../ui/avatar/avatar.tsx'
import { FullText } from '../../ui/controls/tooltip.tsx'
import { RankChange } from '../../ui/display/rank-change.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { t } from '../../i18n/t.ts'
import { changesNothing, describeDay, describeStrip, figureChanges, listChanges } from './format-preview.ts'
import layout from '../../styles/layout.module.css'
import words from '../../styles/words.module.css'
import css from './restore-preview.module.css'

/** How many rows of the leaderboard after the restore are shown. */
const shownRows = 5

export const RestorePreview = ({ preview }: { preview: Preview }) => {
  const { now, after } = preview
  return (
    <div className={layout.stack20}>
      {changesNothing(preview) && <Banner kind="info">{t('history.sameAsNow')}</Banner>}
      <div className={css.strips}>
        <Strip label={t('common.now')} figures={now} />
        <Strip label={t('history.afterRestore')} figures={after} />
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
      {formatName(name)}
    </FullText>
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
)

const Changes = ({ preview: { appears, vanishes } }: { preview: Preview }) => {
  const gained = listChanges(appears, 'appears')
  const lost = listChanges(vanishes, 'vanishes')
  return (
    <section className={css.changes}>
      {gained.length > 0 && (
        <>
          <h3 className={css.label}>{t('history.comesBack')}</h3>
          <ul className={css.lines} data-direction="more">
            {gained.map((line) => (
              <li key={line}>
                <Plus size={16} />
                {line}
              </li>
            ))}
          </ul>
        </>
      )}
      <h3 className={css.label}>{t('history.notInBackup')}</h3>
      {lost.length > 0 ? (
        <ul className={css.lines} data-direction="fewer">
          {lost.map((line) => (
            <li key={line}>
              <Minus size={16} />
              {line}
            </li>
          ))}
        </ul>
      ) : (
        <p className={words.faint}>{t('history.nothingIsLost')}</p>
      )}
      <p className={words.faint}>{t('history.accountsStay')}</p>
    </section>
  )
}

const formatRank = (rank: number | null): string => (rank === null ? '–' : formatNumber(rank))
const formatTotal = (points: number | null): string => (points === null ? '–' : formatPoints(points))

const Moved = ({ preview: { moved } }: { preview: Preview }) => {
  if (moved.total === 0) return null
  const { total, first } = moved
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
