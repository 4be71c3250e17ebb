// The cards about the event log, the self-check and the queues.

import type { Deliveries, HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { Bell, CircleCheck, Mail, ScrollText, ShieldCheck, TriangleAlert, Webhook } from 'lucide-react'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Figures } from '../../shared/ui/display/figures.tsx'
import { isGone, reportOf } from './health-problems.ts'
import css from './health-screen.module.css'
import { t } from '../../shared/i18n/t.ts'

type HealthProps = { health: HealthResponse }

/** The newest event of the log and its age. */
export const LogCard = ({ health: { log } }: HealthProps) => (
  <SectionCard
    title={t('adminHealth.log')}
    icon={<ScrollText />}
    end={
      log ? (
        <Badge tone="success" icon={<CircleCheck />}>
          {t('adminHealth.logAnswers')}
        </Badge>
      ) : (
        <Badge tone="danger" icon={<TriangleAlert />}>
          {t('adminHealth.logAway')}
        </Badge>
      )
    }
  >
    <Figures
      className={css.figures}
      figures={[
        [t('adminHealth.logHead'), log ? log.position : t('common.notAvailable')],
        [
          t('adminHealth.newestEvent'),
          log ? (
            log.newestAt === null ? (
              t('adminHealth.noEvents')
            ) : (
              <Time at={log.newestAt} />
            )
          ) : (
            t('common.notAvailable')
          ),
        ],
      ]}
    />
  </SectionCard>
)

/** When the self-check ran last, and what it found. */
export const SelfCheckCard = ({ health }: HealthProps) => {
  const { readModels, selfCheckHours } = health
  const checks = readModels.flatMap(({ name }) => reportOf(name, health).check ?? [])
  const last = checks.reduce((newest, { at }) => Math.max(newest, at), 0)
  const differences = checks.reduce((sum, check) => sum + check.differences, 0)
  return (
    <SectionCard title={t('adminHealth.selfCheck')} icon={<ShieldCheck />}>
      <Figures
        className={css.figures}
        figures={[
          [
            t('adminHealth.schedule'),
            selfCheckHours === 0
              ? t('adminHealth.selfCheckOnRequest')
              : t('adminHealth.selfCheckEvery', { hours: selfCheckHours }),
          ],
          [t('adminHealth.lastCheck'), last === 0 ? t('adminHealth.notCheckedYet') : <Time at={last} />],
          ...(last === 0
            ? []
            : [[t('adminHealth.state'), t('adminHealth.driftFound', { count: differences })] as const]),
        ]}
      />
    </SectionCard>
  )
}

const deliveryKinds = {
  mail: { icon: <Mail />, label: t('common.emailChannel') },
  push: { icon: <Bell />, label: t('adminHealth.push') },
  webhooks: { icon: <Webhook />, label: t('common.webhooks') },
}

/** The queue of emails, push messages or webhooks, of all processes together. */
export const DeliveryCard = ({
  kind,
  processes,
}: {
  kind: keyof typeof deliveryKinds
  processes: HealthResponse['processes']
}) => {
  const queues = processes.filter((process) => !isGone(process)).flatMap((process) => process[kind] ?? [])
  const sum = (figure: Exclude<keyof Deliveries, 'lastDeliveredAt'>) =>
    queues.reduce((total, queue) => total + queue[figure], 0)
  const last = queues.reduce((newest, { lastDeliveredAt }) => Math.max(newest, lastDeliveredAt ?? 0), 0)
  return (
    <SectionCard title={deliveryKinds[kind].label} icon={deliveryKinds[kind].icon}>
      <Figures
        className={css.figures}
        figures={[
          [t('common.waiting'), formatNumber(sum('waiting'))],
          [t('adminHealth.sent'), formatNumber(sum('delivered'))],
          [
            t('adminHealth.failures'),
            t('adminHealth.recently', { count: formatNumber(sum('recentlyFailed')) }),
          ],
          [t('adminHealth.lastSent'), last === 0 ? t('adminHealth.never') : <Time at={last} />],
        ]}
      />
    </SectionCard>
  )
}
