import { criteria } from '../../shared/charts/ratings/criteria.ts'
import { useLiveData } from '../../shared/live/live-data.ts'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { CriteriaBar } from '../../shared/ui/rating/criteria-bar.tsx'
import { Skeleton } from '../../shared/ui/feedback/skeleton.tsx'
import { statistics } from './admin-board-data.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './chart-card.module.css'

/** The average official rating per criterion. */
export const CriteriaCard = () => {
  const { data } = useLiveData(statistics)
  return (
    <SectionCard title={t('adminBoard.averageByCriterion')} className={css.card}>
      {!data && <Skeleton shape="block" height="216px" />}
      {data && !data.figures.criteria && <p className={css.missing}>{t('common.notAvailable')}</p>}
      {data?.figures.criteria && <Bars averages={data.figures.criteria} />}
    </SectionCard>
  )
}

type Averages = Record<(typeof criteria)[number]['key'], number | null>

const Bars = ({ averages }: { averages: Averages }) => (
  <ul className={css.criteria}>
    {criteria.map(({ key, label }) => {
      const average = averages[key]
      return (
        <li key={key}>
          {average === null ? (
            <p className={css.unrated}>
              {label} <span>{t('common.notRatedYet')}</span>
            </p>
          ) : (
            <CriteriaBar label={label} value={average} />
          )}
        </li>
      )
    })}
  </ul>
)
