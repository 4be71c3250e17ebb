// Every process with its version, uptime, memory, sockets and snapshots.

import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { formatBytes } from '../../shared/format/format-bytes.ts'
import { formatRelativeTime } from '../../shared/format/format-time.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { Badge } from '../../shared/ui/display/badge.tsx'
import { Card, CardTitle } from '../../shared/ui/display/card.tsx'
import { useServerNow } from '../../shared/ui/use-now.ts'
import { Figures } from '../../shared/ui/display/figures.tsx'
import { isGone } from './health-problems.ts'
import { t } from '../../shared/i18n/t.ts'
import css from './health-screen.module.css'

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

type Process = HealthResponse['processes'][number]

export const ProcessList = ({ processes }: { processes: readonly Process[] }) => (
  <section className={css.processes} aria-labelledby="health-processes">
    <h2 id="health-processes">{t('adminHealth.processes')}</h2>
    <div className={css.cards}>
      {processes.map((process) => (
        <ProcessCard key={process.id} process={process} />
      ))}
    </div>
  </section>
)

const ProcessCard = ({ process }: { process: Process }) => {
  const now = useServerNow(10_000)
  const { host, role, version, startedAt, memoryBytes, sockets, projections, ageSeconds } = process
  return (
    <Card as="article" padding="large">
      <CardTitle
        as="h3"
        end={
          isGone(process) ? (
            <Badge tone="warning" icon={<TriangleAlert />}>
              {t('adminHealth.gone', { seconds: formatNumber(ageSeconds) })}
            </Badge>
          ) : (
            <Badge tone="success" icon={<CircleCheck />}>
              {t('adminHealth.running')}
            </Badge>
          )
        }
      >
        <bdi>{host}</bdi>
      </CardTitle>
      <Figures
        className={css.figures}
        figures={[
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
