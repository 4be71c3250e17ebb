import type { JudgingResponse } from '@thirty/contracts/judging/api.ts'
import { ViewAsTable } from '../../shared/charts/view-as-table.tsx'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { t } from '../../shared/i18n/t.ts'
import css from './judging-screen.module.css'

/** How many projects have 0, 1, … of the wanted ratings. */
export const CoverageCard = ({ judging: { coverage, wantedRatings } }: { judging: JudgingResponse }) => {
  const total = coverage.reduce((sum, count) => sum + count, 0)
  const done = coverage.at(-1) ?? 0
  const label = t('adminJudging.coverageDone', { done, total, wanted: wantedRatings })
  const rows = coverage.map((count, ratings) => ({
    count,
    name:
      ratings < wantedRatings
        ? t('adminJudging.ratingsCount', { count: ratings })
        : t('adminJudging.ratingsOrMore', { count: ratings }),
  }))
  const most = Math.max(1, ...coverage)
  return (
    <SectionCard id="judging-coverage" title={t('adminJudging.coverage')} className={css.card}>
      {total === 0 ? (
        <p className={css.text}>{t('adminJudging.coverageNone')}</p>
      ) : (
        <>
          <p>{label}</p>
          <ul className={css.bars}>
            {rows.map(({ name, count }, ratings) => (
              <li key={name}>
                <span>{name}</span>
                <span className={css.count}>{formatNumber(count)}</span>
                <svg aria-hidden="true" className={css.track} viewBox="0 0 100 1" preserveAspectRatio="none">
                  <rect
                    width={(count / most) * 100}
                    height={1}
                    data-done={ratings === wantedRatings || undefined}
                  />
                </svg>
              </li>
            ))}
          </ul>
          <ViewAsTable
            caption={label}
            head={[t('common.ratings'), t('common.projects')]}
            rows={rows.map(({ name, count }) => [name, count])}
          />
        </>
      )}
    </SectionCard>
  )
}
