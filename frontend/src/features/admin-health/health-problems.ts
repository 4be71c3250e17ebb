import type { Deliveries, HealthResponse, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits, goneAfterSeconds, healthLimits } from '@thirty/contracts/operations/health.ts'
import { formatBytes } from '../../shared/format/format-bytes.ts'
import { formatNumber } from '../../shared/i18n/locale.ts'
import { t } from '../../shared/i18n/t.ts'

/** A problem as a sentence, and what to do about it. */
export type HealthProblem = { text: string; advice: string; kind: 'danger' | 'warning' }

type Process = HealthResponse['processes'][number]
type ReadModel = HealthResponse['readModels'][number]

export const isGone = ({ ageSeconds }: Process): boolean => ageSeconds > goneAfterSeconds

/** What the processes say about a read model. `isRun` is unknown while not all processes are known. */
export type ReadModelReport = { isRun: boolean | undefined; isParked: boolean; check: ReadModelCheck | null }

/** Collects what the present processes report about a read model; the newest self-check counts. */
export function reportOf(name: string, { processes, hasAllProcesses }: HealthResponse): ReadModelReport {
  const reports = processes
    .filter((process) => !isGone(process))
    .flatMap(({ projections }) => projections.filter((projection) => projection.name === name))
  const checks = reports.flatMap(({ check }) => check ?? []).toSorted((one, other) => other.at - one.at)
  return {
    isRun: reports.length > 0 || (hasAllProcesses ? false : undefined),
    isParked: reports.some(({ isParked }) => isParked),
    check: checks[0] ?? null,
  }
}

/** Finds everything that an admin has to know, the worst first. The alerts have the same limits. */
export function findProblems(health: HealthResponse): HealthProblem[] {
  const found = [
    ...findStoreProblems(health),
    ...health.readModels.flatMap((readModel) => findReadModelProblems(readModel, health)),
    ...health.processes.flatMap(findProcessProblems),
  ]
  return [...found.filter(({ kind }) => kind === 'danger'), ...found.filter(({ kind }) => kind === 'warning')]
}

function findStoreProblems({ log, isStoreAvailable, hasAllProcesses }: HealthResponse): HealthProblem[] {
  return [
    ...(log ? [] : [danger(t('adminHealth.logProblem'), t('adminHealth.logAdvice'))]),
    ...(isStoreAvailable ? [] : [danger(t('adminHealth.storeProblem'), t('adminHealth.storeAdvice'))]),
    ...(hasAllProcesses ? [] : [warning(t('adminHealth.reportsProblem'), t('adminHealth.reportsAdvice'))]),
  ]
}

function findReadModelProblems(readModel: ReadModel, health: HealthResponse): HealthProblem[] {
  const { name, state, lagSeconds } = readModel
  const { isParked, isRun, check } = reportOf(name, health)
  const drift =
    check?.isHealed === false
      ? [danger(t('adminHealth.driftProblem', { name }), t('adminHealth.driftAdvice'))]
      : []
  if (state === 'outdated')
    return [danger(t('adminHealth.outdatedProblem', { name }), t('adminHealth.outdatedAdvice')), ...drift]
  if (isParked)
    return [danger(t('adminHealth.stoppedProblem', { name }), t('adminHealth.stoppedAdvice')), ...drift]
  if (isRun === false)
    return [danger(t('adminHealth.notRunProblem', { name }), t('adminHealth.notRunAdvice')), ...drift]
  if (state === 'current' && lagSeconds > health.allowedLagSeconds) {
    const seconds = formatNumber(Math.round(lagSeconds))
    return [
      warning(t('adminHealth.laggingProblem', { name, seconds }), t('adminHealth.laggingAdvice')),
      ...drift,
    ]
  }
  return drift
}

function findProcessProblems(process: Process): HealthProblem[] {
  const { host, memoryBytes, mail, ageSeconds, untrustedProxy } = process
  if (isGone(process))
    return [
      warning(
        t('adminHealth.goneProblem', { host, seconds: formatNumber(ageSeconds) }),
        t('adminHealth.goneAdvice'),
      ),
    ]
  const memory = formatBytes(memoryBytes)
  return [
    ...findStorageProblems(process),
    ...(memoryBytes > healthLimits.memoryBytes
      ? [warning(t('adminHealth.memoryProblem', { host, memory }), t('adminHealth.memoryAdvice'))]
      : []),
    ...(mail ? findMailProblems(host, mail) : []),
    ...(untrustedProxy
      ? [
          warning(
            t('adminHealth.proxyProblem', { host, address: untrustedProxy }),
            t('adminHealth.proxyAdvice'),
          ),
        ]
      : []),
  ]
}

function findStorageProblems({ host, storage: { freeBytes, refusal } }: Process): HealthProblem[] {
  const full =
    freeBytes !== null && freeBytes < diskLimits.fullBytes
      ? [danger(t('adminHealth.diskFullProblem', { host }), t('adminHealth.diskFullAdvice'))]
      : []
  if (refusal !== null)
    return [danger(t('adminHealth.refusalProblem', { host }), t('adminHealth.refusalAdvice')), ...full]
  if (full.length > 0 || freeBytes === null || freeBytes >= diskLimits.lowBytes) return full
  return [
    warning(
      t('adminHealth.diskLowProblem', { host, free: formatBytes(freeBytes) }),
      t('adminHealth.diskFullAdvice'),
    ),
  ]
}

function findMailProblems(host: string, mail: Deliveries): HealthProblem[] {
  const { waiting, recentlyFailed, recentlyDelivered } = mail
  const isFailing = recentlyFailed > healthLimits.failedMails && recentlyFailed > recentlyDelivered
  return [
    ...(isFailing
      ? [
          warning(
            t('adminHealth.mailFailsProblem', { host, count: formatNumber(recentlyFailed) }),
            t('adminHealth.mailFailsAdvice'),
          ),
        ]
      : []),
    ...(waiting > healthLimits.waitingMails
      ? [
          warning(
            t('adminHealth.mailWaitsProblem', { host, count: formatNumber(waiting) }),
            t('adminHealth.mailWaitsAdvice'),
          ),
        ]
      : []),
  ]
}

const danger = (text: string, advice: string): HealthProblem => ({ text, advice, kind: 'danger' })
const warning = (text: string, advice: string): HealthProblem => ({ text, advice, kind: 'warning' })
