// The state of read models, log, queues and processes, every few seconds, and what to do about each problem.

import type { Deliveries, HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import {
  Bell,
  CircleCheck,
  Clock,
  Hourglass,
  Mail,
  ScrollText,
  ShieldCheck,
  TriangleAlert,
  Webhook,
} from 'lucide-react'
import { useEffect, type ComponentProps } from 'react'
import {
  Badge,
  Banner,
  Card,
  CardTitle,
  SectionCard,
  Success,
  type BadgeProps,
  DescriptionList,
} from '../../shared/ui/display/surfaces.tsx'
import { SkeletonRows, Loaded } from '../../shared/ui/feedback/states.tsx'
import { AdminPage } from '../../shared/ui/page/page.tsx'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { Time, useServerNow, formatClockTime, formatRelativeTime } from '../../shared/ui/display/time.tsx'
import { formatBytes } from '../../shared/http/download.ts'
import { request } from '../../shared/http/http.ts'
import { liveData, useLiveData } from '../../shared/live/live-data.ts'
import { findProblems, isGone, readModelsOf, type Process, type ReadModel } from './health-problems.ts'
import css from './health-screen.module.css'

/** Milliseconds between two requests of a visible page. */
export const refreshMs = 4_000

const healthData = liveData<HealthResponse>({
  load: (_key, signal) => request('GET', '/api/admin/health', { signal }),
  failedText: t('serverTexts.somethingWentWrong'),
  // What was true minutes ago must not be shown as if it were now.
  isAlwaysFresh: true,
})

export const HealthScreen = () => {
  const view = useLiveData(healthData)
  const { data, reload } = view
  const isLoaded = data !== undefined
  useEffect(() => {
    if (!isLoaded) return undefined
    const timer = setInterval(() => {
      // A response that takes longer than that must be able to arrive.
      if (!document.hidden && !healthData.at().isLoading()) reload()
    }, refreshMs)
    return () => clearInterval(timer)
  }, [isLoaded, reload])
  return (
    <AdminPage
      title={t('common.health')}
      note={
        <>
          <span>{t('adminHealth.about')}</span>{' '}
          {data && <span>{t('adminHealth.updated', { time: formatClockTime(data.at) })}</span>}
        </>
      }
    >
      <Loaded
        view={view}
        loading={<SkeletonRows count={6} label={t('adminHealth.loading')} />}
        failed={t('adminHealth.failed')}
      >
        {(health) => (
          <>
            <Problems health={health} />
            <div className={css.cards}>
              <LogCard health={health} />
              <SelfCheckCard health={health} />
              <DeliveryCard kind="mail" health={health} />
              <DeliveryCard kind="push" health={health} />
              <DeliveryCard kind="webhooks" health={health} />
            </div>
            <ReadModelList health={health} />
            <section className={css.processes} aria-labelledby="health-processes">
              <h2 id="health-processes">{t('adminHealth.processes')}</h2>
              <div className={css.cards}>
                {health.processes.map((process) => (
                  <ProcessCard key={process.id} process={process} />
                ))}
              </div>
            </section>
          </>
        )}
      </Loaded>
    </AdminPage>
  )
}

type HealthProps = { health: HealthResponse }

const Problems = ({ health }: HealthProps) => {
  const problems = findProblems(health)
  if (problems.length === 0) return <Success text={t('adminHealth.allWell')} />
  return (
    <section className={css.problems} aria-label={t('adminHealth.problems', { count: problems.length })}>
      {problems.map(({ text, advice, kind }) => (
        <Banner key={text} kind={kind} title={text} live>
          <span className={css.advice}>{advice}</span>
        </Banner>
      ))}
    </section>
  )
}

/** Every read model with its lag in words, and what the self-check said about it. */
const ReadModelList = ({ health }: HealthProps) => (
  <SectionCard id="health-read-models" title={t('adminHealth.readModels')}>
    <ul aria-label={t('adminHealth.readModels')}>
      {readModelsOf(health).map((readModel) => (
        <li key={readModel.name} className={css.row}>
          <code>{readModel.name}</code>
          <Badge {...stateOf(readModel)} />
          <span className={css.check}>
            <Check check={readModel.check} />
          </span>
        </li>
      ))}
    </ul>
  </SectionCard>
)

function stateOf({ state, lagSeconds }: ReadModel): BadgeProps {
  const alarm = <TriangleAlert />
  const label = t('adminHealth.secondsBehind', { count: Math.round(lagSeconds) })
  const states: Record<typeof state, BadgeProps> = {
    outdated: { tone: 'danger', icon: alarm, label: t('adminHealth.outdated') },
    stopped: { tone: 'danger', icon: alarm, label: t('adminHealth.stopped') },
    'not-run': { tone: 'danger', icon: alarm, label: t('adminHealth.notRun') },
    building: { tone: 'info', icon: <Hourglass />, label: t('adminHealth.building') },
    current: { tone: 'success', icon: <CircleCheck />, label: t('adminHealth.upToDate') },
    behind: { icon: <Clock />, label },
    lagging: { tone: 'warning', icon: alarm, label },
  }
  return states[state]
}

const Check = ({ check }: Pick<ReadModel, 'check'>) => {
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

const LogCard = ({ health: { log } }: HealthProps) => (
  <FigureCard
    title={t('adminHealth.log')}
    icon={<ScrollText />}
    end={
      log ? (
        <StateBadge label={t('adminHealth.logAnswers')} />
      ) : (
        <StateBadge problem="danger" label={t('adminHealth.logAway')} />
      )
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

const StateBadge = ({ problem, label }: { problem?: 'danger' | 'warning'; label: string }) => (
  <Badge tone={problem ?? 'success'} icon={problem ? <TriangleAlert /> : <CircleCheck />} label={label} />
)

const SelfCheckCard = ({ health }: HealthProps) => {
  const { selfCheckHours } = health
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

type DeliveryCardProps = HealthProps & { kind: keyof typeof deliveryKinds }

/** The queue of emails, push messages or webhooks, of all processes together. */
const DeliveryCard = ({ kind, health: { processes } }: DeliveryCardProps) => {
  const queues = processes.filter((process) => !isGone(process)).flatMap((process) => process[kind] ?? [])
  const sum = (figure: Exclude<keyof Deliveries, 'lastDeliveredAt'>) =>
    queues.reduce((total, queue) => total + queue[figure], 0)
  const last = Math.max(0, ...queues.map(({ lastDeliveredAt }) => lastDeliveredAt ?? 0))
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

const ProcessCard = ({ process }: { process: Process }) => {
  const now = useServerNow(10_000)
  const { host, role, version, startedAt, memoryBytes, sockets, projections, ageSeconds } = process
  return (
    <Card as="article" padding="large">
      <CardTitle
        as="h3"
        end={
          isGone(process) ? (
            <StateBadge
              problem="warning"
              label={t('adminHealth.gone', { seconds: formatNumber(ageSeconds) })}
            />
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
