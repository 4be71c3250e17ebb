import type { Deliveries, HealthResponse } from '@thirty/contracts/api/admin/health.ts'
import { Bell, CircleCheck, Mail, ScrollText, ShieldCheck, TriangleAlert, Webhook } from 'lucide-react'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time } from '../../shared/ui/display/time.tsx'
import { Figures } from './figures.tsx'
import { isGone, reportOf } from './health-problems.ts'
import { t } from './messages/t.ts'

type HealthProps = { health: HealthResponse }

/** The newest event of the log and its age. */
export const LogCard = ({ health: { log } }: HealthProps) => (
  <Card as="section" padding="large">
    <CardTitle
      icon={<ScrollText />}
      end={
        log ? (
          <Badge tone="success" icon={<CircleCheck />}>
            {t('logAnswers')}
          </Badge>
        ) : (
          <Badge tone="danger" icon={<TriangleAlert />}>
            {t('logAway')}
          </Badge>
        )
      }
    >
      {t('log')}
    </CardTitle>
    <Figures
      figures={[
        [t('logHead'), log ? log.position : t('notAvailable')],
        [
          t('newestEvent'),
          log ? log.newestAt === null ? t('noEvents') : <Time at={log.newestAt} /> : t('notAvailable'),
        ],
      ]}
    />
  </Card>
)

/** When the self-check ran last, and what it found. */
export const SelfCheckCard = ({ health }: HealthProps) => {
  const { readModels, selfCheckHours } = health
  const checks = readModels.flatMap(({ name }) => reportOf(name, health).check ?? [])
  const last = checks.reduce((newest, { at }) => Math.max(newest, at), 0)
  const differences = checks.reduce((sum, check) => sum + check.differences, 0)
  return (
    <Card as="section" padding="large">
      <CardTitle icon={<ShieldCheck />}>{t('selfCheck')}</CardTitle>
      <Figures
        figures={[
          [
            t('schedule'),
            selfCheckHours === 0 ? t('selfCheckOnRequest') : t('selfCheckEvery', { hours: selfCheckHours }),
          ],
          [t('lastCheck'), last === 0 ? t('notCheckedYet') : <Time at={last} />],
          ...(last === 0 ? [] : [[t('state'), t('driftFound', { count: differences })] as const]),
        ]}
      />
    </Card>
  )
}

const deliveryKinds = {
  mail: { icon: <Mail />, label: t('mail') },
  push: { icon: <Bell />, label: t('push') },
  webhooks: { icon: <Webhook />, label: t('webhooks') },
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
    <Card as="section" padding="large">
      <CardTitle icon={deliveryKinds[kind].icon}>{deliveryKinds[kind].label}</CardTitle>
      <Figures
        figures={[
          [t('waiting'), formatNumber(sum('waiting'))],
          [t('sent'), formatNumber(sum('delivered'))],
          [t('failures'), t('recently', { count: formatNumber(sum('recentlyFailed')) })],
          [t('lastSent'), last === 0 ? t('never') : <Time at={last} />],
        ]}
      />
    </Card>
  )
}
