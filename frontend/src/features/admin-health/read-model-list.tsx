import type { HealthResponse, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { reportOf } from './health-problems.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './health-screen.module.css'

/** Every read model with its lag in words, and what the self-check said about it. */
export const ReadModelList = ({ health }: { health: HealthResponse }) => (
  <SectionCard id="health-read-models" title={t('adminHealth.readModels')}>
    <ul aria-label={t('adminHealth.readModels')}>
      {health.readModels.map((readModel) => (
        <li key={readModel.name} className={css.row}>
          <code>{readModel.name}</code>
          <StateBadge readModel={readModel} health={health} />
          <span className={css.check}>
            <Check check={reportOf(readModel.name, health).check} />
          </span>
        </li>
      ))}
    </ul>
  </SectionCard>
)

type StateBadgeProps = { readModel: HealthResponse['readModels'][number]; health: HealthResponse }

const StateBadge = ({ readModel: { name, state, lagSeconds }, health }: StateBadgeProps) => {
  const { isParked, isRun } = reportOf(name, health)
  const problem =
    state === 'outdated'
      ? t('adminHealth.outdated')
      : isParked
        ? t('adminHealth.stopped')
        : isRun === false
          ? t('adminHealth.notRun')
          : undefined
  if (problem !== undefined)
    return (
      <Badge tone="danger" icon={<TriangleAlert />}>
        {problem}
      </Badge>
    )
  if (state === 'building')
    return (
      <Badge tone="info" icon={<Hourglass />}>
        {t('adminHealth.building')}
      </Badge>
    )
  if (lagSeconds < 1)
    return (
      <Badge tone="success" icon={<CircleCheck />}>
        {t('adminHealth.upToDate')}
      </Badge>
    )
  const isTooFar = lagSeconds > health.allowedLagSeconds
  return (
    <Badge tone={isTooFar ? 'warning' : 'neutral'} icon={isTooFar ? <TriangleAlert /> : <Clock />}>
      {t('adminHealth.secondsBehind', { count: Math.round(lagSeconds) })}
    </Badge>
  )
}

const Check = ({ check }: { check: ReadModelCheck | null }) => {
  if (check === null) return t('adminHealth.notCheckedYet')
  const { at, documents, differences, isHealed } = check
  const result =
    differences === 0
      ? t('adminHealth.checkedFine', { documents })
      : t(isHealed === true ? 'adminHealth.checkedHealed' : 'adminHealth.checkedBroken', { differences })
  return (
    <>
      {result} · <Time at={at} />
    </>
  )
}
