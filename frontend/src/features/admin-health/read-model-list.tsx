// Every read model with its lag in words, and what the self-check said about it.

import type { HealthResponse, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { CircleCheck, Clock, Hourglass, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { reportOf } from './health-problems.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './health-screen.module.css'

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

const StateBadge = (props: StateBadgeProps) => {
  const { label, ...badge } = stateOf(props)
  return <Badge {...badge}>{label}</Badge>
}

type State = { tone: BadgeTone; icon: ReactNode; label: string }

function stateOf({ readModel: { name, state, lagSeconds }, health }: StateBadgeProps): State {
  const { isParked, isRun } = reportOf(name, health)
  const alarm = <TriangleAlert />
  if (state === 'outdated') return { tone: 'danger', icon: alarm, label: t('adminHealth.outdated') }
  if (isParked) return { tone: 'danger', icon: alarm, label: t('adminHealth.stopped') }
  if (isRun === false) return { tone: 'danger', icon: alarm, label: t('adminHealth.notRun') }
  if (state === 'building') return { tone: 'info', icon: <Hourglass />, label: t('adminHealth.building') }
  if (lagSeconds < 1) return { tone: 'success', icon: <CircleCheck />, label: t('adminHealth.upToDate') }
  const label = t('adminHealth.secondsBehind', { count: Math.round(lagSeconds) })
  return lagSeconds > health.allowedLagSeconds
    ? { tone: 'warning', icon: alarm, label }
    : { tone: 'neutral', icon: <Clock />, label }
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
