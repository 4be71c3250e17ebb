// The cards about the event log, the self-check, the queues and the processes.

import type { Deliveries, HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { Bell, CircleCheck, Mail, ScrollText, ShieldCheck, TriangleAlert, Webhook } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { SectionCard, Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { Time, useServerNow, formatRelativeTime } from '../../shared/ui/display/time.tsx'
import { DescriptionList } from '../../shared/ui/display/description-list.tsx'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'
import { isGone, reportOf } from './health-problems.ts'
import css from './health-screen.module.css'

type HealthProps = { health: HealthResponse }
type Process = HealthResponse['processes'][number]

/** The newest event of the log and its age. */
export const LogCard = ({ health: { log } }: HealthProps) => (
  <FigureCard
    title={t('adminHealth.log')}
    icon={<ScrollText />}
    end={
      <StateBadge
        problem={log ? undefined : 'danger'}
        label={t(log ? 'adminHealth.logAnswers' : 'adminHealth.logAway')}
      />
    }
    figures={[
      [t('adminHealth.logHead'), log ? log.position : t('common.notAvailable')],
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

const StateBadge = ({ problem, label }: { problem?: 'danger' | 'warning' | undefined; label: string }) => (
  <Badge tone={problem ?? 'success'} icon={problem ? <TriangleAlert /> : <CircleCheck />} label={label} />
)

/** When the self-check ran last, and what it found. */
export const SelfCheckCard = ({ health }: HealthProps) => {
  const { readModels, selfCheckHours } = health
  const checks = readModels.flatMap(({ name }) => reportOf(name, health).check ?? [])
  const last = checks.reduce((newest, { at }) => Math.max(newest, at), 0)
  const differences = checks.reduce((sum, check) => sum + check.differences, 0)
  return (
    <FigureCard
      title={t('adminHealth.selfCheck')}
      icon={<ShieldCheck />}
      figures={[
        [
          t('adminHealth.schedule'),
          selfCheckHours === 0
            ? t('adminHealth.selfCheckOnRequest')
            : t('adminHealth.selfCheckEvery', { hours: selfCheckHours }),
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

type DeliveryCardProps = { kind: keyof typeof deliveryKinds; processes: readonly Process[] }

/** The queue of emails, push messages or webhooks, of all processes together. */
export const DeliveryCard = ({ kind, processes }: DeliveryCardProps) => {
  const queues = processes.filter((process) => !isGone(process)).flatMap((process) => process[kind] ?? [])
  const sum = (figure: Exclude<keyof Deliveries, 'lastDeliveredAt'>) =>
    queues.reduce((total, queue) => total + queue[figure], 0)
  const last = queues.reduce((newest, { lastDeliveredAt }) => Math.max(newest, lastDeliveredAt ?? 0), 0)
  return (
    <FigureCard
      {...deliveryKinds[kind]}
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
  )
}

/** A process with its version, uptime, memory, sockets and snapshots. */
export const ProcessCard = ({ process }: { process: Process }) => {
  const now = useServerNow(10_000)
  const { host, role, version, startedAt, memoryBytes, sockets, projections, ageSeconds } = process
  return (
    <Card as="article" padding="large">
      <CardTitle
        as="h3"
        end={
          <StateBadge
            problem={isGone(process) ? 'warning' : undefined}
            label={
              isGone(process)
                ? t('adminHealth.gone', { seconds: formatNumber(ageSeconds) })
                : t('adminHealth.running')
            }
          />
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

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** Formats milliseconds in two units: "3 d 4 h", "2 h 5 min", "7 min". */
function formatUptime(milliseconds: number): string {
  const time = Math.max(milliseconds, 0)
  const [days, hours, minutes] = [
    Math.floor(time / dayMs),
    Math.floor((time % dayMs) / hourMs),
    Math.floor((time % hourMs) / minuteMs),
  ].map(String) as [string, string, string]
  if (time >= dayMs) return t('adminHealth.uptimeDays', { days, hours })
  return time >= hourMs
    ? t('adminHealth.uptimeHours', { hours, minutes })
    : t('adminHealth.uptimeMinutes', { minutes })
}
