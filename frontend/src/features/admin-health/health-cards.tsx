// The cards about the event log, the self-check, the queues and the processes.

import type { Deliveries, HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { Bell, CircleCheck, Mail, ScrollText, ShieldCheck, TriangleAlert, Webhook } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge, Card, CardTitle, DescriptionList, SectionCard } from '../../shared/ui/display/surfaces.tsx'
import { Time, useServerNow, formatRelativeTime } from '../../shared/ui/display/time.tsx'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'
import { isGone, readModelsOf, type Process } from './health-problems.ts'
import css from './health-screen.module.css'

type HealthProps = { health: HealthResponse }

export const LogCard = ({ health: { log } }: HealthProps) => (
  <FigureCard
    title={t('adminHealth.log')}
    icon={<ScrollText />}
    end={
      <StateBadge
        problem={!log && 'danger'}
        label={t(log ? 'adminHealth.logAnswers' : 'adminHealth.logAway')}
      />
    }
    figures={[
      [t('adminHealth.logHead'), log?.position ?? t('common.notAvailable')],
      [
        t('adminHealth.newestEvent'),
        log?.newestAt ? <Time at={log.newestAt} /> : t(log ? 'adminHealth.noEvents' : 'common.notAvailable'),
      ],
    ]}
  />
)

type FigureCardProps = Pick<ComponentProps<typeof SectionCard>, 'title' | 'icon' | 'end'> & {
  figures: ComponentProps<typeof DescriptionList>['entries']
}

const FigureCard = ({ figures, ...card }: FigureCardProps) => (
  <SectionCard {...card}>
    <DescriptionList className={css.figures} entries={figures} />
  </SectionCard>
)

const StateBadge = ({ problem, label }: { problem?: 'danger' | 'warning' | false; label: string }) => (
  <Badge tone={problem || 'success'} icon={problem ? <TriangleAlert /> : <CircleCheck />} label={label} />
)

export const SelfCheckCard = ({ health }: HealthProps) => {
  const { selfCheckHours: hours } = health
  const checks = readModelsOf(health).flatMap(({ check }) => check ?? [])
  const last = Math.max(0, ...checks.map(({ at }) => at))
  const differences = checks.reduce((sum, check) => sum + check.differences, 0)
  return (
    <FigureCard
      title={t('adminHealth.selfCheck')}
      icon={<ShieldCheck />}
      figures={[
        [
          t('adminHealth.schedule'),
          hours === 0 ? t('adminHealth.selfCheckOnRequest') : t('adminHealth.selfCheckEvery', { hours }),
        ],
        [t('adminHealth.lastCheck'), last === 0 ? t('adminHealth.notCheckedYet') : <Time at={last} />],
        [t('adminHealth.state'), last !== 0 && t('adminHealth.driftFound', { count: differences })],
      ]}
    />
  )
}

const deliveryKinds = {
  mail: { icon: <Mail />, title: t('common.emailChannel') },
  push: { icon: <Bell />, title: t('adminHealth.push') },
  webhooks: { icon: <Webhook />, title: t('common.webhooks') },
}

type DeliveryCardProps = HealthProps & { kind: keyof typeof deliveryKinds }

/** The queue of emails, push messages or webhooks, of all processes together. */
export const DeliveryCard = ({ kind, health: { processes } }: DeliveryCardProps) => {
  const queues = processes.filter((process) => !isGone(process)).flatMap((process) => process[kind] ?? [])
  const sum = (figure: Exclude<keyof Deliveries, 'lastDeliveredAt'>) =>
    queues.reduce((total, queue) => total + queue[figure], 0)
  const failures = t('adminHealth.recently', { count: formatNumber(sum('recentlyFailed')) })
  const last = Math.max(0, ...queues.map(({ lastDeliveredAt }) => lastDeliveredAt ?? 0))
  return (
    <FigureCard
      {...deliveryKinds[kind]}
      figures={[
        [t('common.waiting'), formatNumber(sum('waiting'))],
        [t('adminHealth.sent'), formatNumber(sum('delivered'))],
        [t('adminHealth.failures'), failures],
        [t('adminHealth.lastSent'), last === 0 ? t('adminHealth.never') : <Time at={last} />],
      ]}
    />
  )
}

export const ProcessCard = ({ process }: { process: Process }) => {
  const now = useServerNow(10_000)
  const { host, role, version, startedAt, memoryBytes, sockets, projections } = process
  const seconds = formatNumber(process.ageSeconds)
  return (
    <Card as="article" padding="large">
      <CardTitle
        as="h3"
        end={
          isGone(process) ? (
            <StateBadge problem="warning" label={t('adminHealth.gone', { seconds })} />
          ) : (
            <StateBadge label={t('adminHealth.running')} />
          )
        }
      >
        <bdi>{host}</bdi>
      </CardTitle>
      <DescriptionList
        className={css.figures}
        entries={[
          [t('adminHealth.process'), t('adminHealth.role', { role })],
          [t('adminHealth.version'), version],
          [t('adminHealth.uptime'), formatUptime(now - startedAt)],
          [t('adminHealth.memory'), formatBytes(memoryBytes)],
          [t('adminHealth.sockets'), sockets === null ? '–' : formatNumber(sockets)],
          [t('adminHealth.projectionsRun'), formatNumber(projections.length)],
          [t('adminHealth.snapshots'), formatSnapshots(process, now)],
        ]}
      />
    </Card>
  )
}

function formatSnapshots({ snapshots }: Process, now: number): string {
  if (snapshots === null) return t('adminHealth.snapshotsUnused')
  const { savedAt, failures } = snapshots
  if (failures > 0) return t('adminHealth.snapshotsFailed', { count: failures })
  return savedAt === null
    ? t('adminHealth.snapshotsNone')
    : t('adminHealth.snapshotsSaved', { time: formatRelativeTime(savedAt, now) })
}

/** Formats milliseconds in two units: "3 d 4 h", "2 h 5 min", "7 min". */
function formatUptime(milliseconds: number): string {
  const minutes = Math.floor(Math.max(milliseconds, 0) / 60_000)
  const hours = Math.floor(minutes / 60)
  const [inHour, inDay] = [String(minutes % 60), String(hours % 24)]
  if (hours >= 24) return t('adminHealth.uptimeDays', { days: String(Math.floor(hours / 24)), hours: inDay })
  return hours > 0
    ? t('adminHealth.uptimeHours', { hours: inDay, minutes: inHour })
    : t('adminHealth.uptimeMinutes', { minutes: inHour })
}
