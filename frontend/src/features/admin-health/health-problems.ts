// What an admin has to know about the health of the installation, as sentences.

import type { Deliveries, HealthResponse, ReadModelCheck } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits, goneAfterSeconds, healthLimits } from '@thirty/contracts/operations/health.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'

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
    ...storeProblems(health),
    ...health.readModels.flatMap((readModel) => readModelProblems(readModel, health)),
    ...health.processes.flatMap(processProblems),
  ].filter((problem) => problem !== false)
  return [...found.filter(({ kind }) => kind === 'danger'), ...found.filter(({ kind }) => kind === 'warning')]
}

/** What may be a problem; false where it is none. */
type Checked = readonly (HealthProblem | false)[]

const storeProblems = ({ log, isStoreAvailable, hasAllProcesses }: HealthResponse): Checked => [
  !log && danger(t('adminHealth.logProblem'), t('adminHealth.logAdvice')),
  !isStoreAvailable && danger(t('adminHealth.storeProblem'), t('adminHealth.storeAdvice')),
  !hasAllProcesses && warning(t('adminHealth.reportsProblem'), t('adminHealth.reportsAdvice')),
]

function readModelProblems(readModel: ReadModel, health: HealthResponse): Checked {
  const { name } = readModel
  const report = reportOf(name, health)
  return [
    stateProblem(readModel, report, health),
    report.check?.isHealed === false &&
      danger(t('adminHealth.driftProblem', { name }), t('adminHealth.driftAdvice')),
  ]
}

function stateProblem(
  { name, state, lagSeconds }: ReadModel,
  { isParked, isRun }: ReadModelReport,
  { allowedLagSeconds }: HealthResponse,
): HealthProblem | false {
  if (state === 'outdated')
    return danger(t('adminHealth.outdatedProblem', { name }), t('adminHealth.outdatedAdvice'))
  if (isParked) return danger(t('adminHealth.stoppedProblem', { name }), t('adminHealth.stoppedAdvice'))
  if (isRun === false) return danger(t('adminHealth.notRunProblem', { name }), t('adminHealth.notRunAdvice'))
  if (state !== 'current' || lagSeconds <= allowedLagSeconds) return false
  const seconds = formatNumber(Math.round(lagSeconds))
  return warning(t('adminHealth.laggingProblem', { name, seconds }), t('adminHealth.laggingAdvice'))
}

function processProblems(process: Process): Checked {
  const { host, memoryBytes, mail, ageSeconds, untrustedProxy: address } = process
  if (isGone(process)) {
    const seconds = formatNumber(ageSeconds)
    return [warning(t('adminHealth.goneProblem', { host, seconds }), t('adminHealth.goneAdvice'))]
  }
  const memory = formatBytes(memoryBytes)
  return [
    ...storageProblems(process),
    memoryBytes > healthLimits.memoryBytes &&
      warning(t('adminHealth.memoryProblem', { host, memory }), t('adminHealth.memoryAdvice')),
    ...(mail ? mailProblems(host, mail) : []),
    !!address && warning(t('adminHealth.proxyProblem', { host, address }), t('adminHealth.proxyAdvice')),
  ]
}

function storageProblems({ host, storage: { freeBytes, refusal } }: Process): Checked {
  const isFull = freeBytes !== null && freeBytes < diskLimits.fullBytes
  const isLow = freeBytes !== null && freeBytes < diskLimits.lowBytes
  const advice = t('adminHealth.diskFullAdvice')
  return [
    refusal !== null && danger(t('adminHealth.refusalProblem', { host }), t('adminHealth.refusalAdvice')),
    isFull && danger(t('adminHealth.diskFullProblem', { host }), advice),
    isLow &&
      !isFull &&
      refusal === null &&
      warning(t('adminHealth.diskLowProblem', { host, free: formatBytes(freeBytes) }), advice),
  ]
}

function mailProblems(host: string, { waiting, recentlyFailed, recentlyDelivered }: Deliveries): Checked {
  const isFailing = recentlyFailed > healthLimits.failedMails && recentlyFailed > recentlyDelivered
  return [
    isFailing &&
      warning(
        t('adminHealth.mailFailsProblem', { host, count: formatNumber(recentlyFailed) }),
        t('adminHealth.mailFailsAdvice'),
      ),
    waiting > healthLimits.waitingMails &&
      warning(
        t('adminHealth.mailWaitsProblem', { host, count: formatNumber(waiting) }),
        t('adminHealth.mailWaitsAdvice'),
      ),
  ]
}

const danger = (text: string, advice: string): HealthProblem => ({ text, advice, kind: 'danger' })
const warning = (text: string, advice: string): HealthProblem => ({ text, advice, kind: 'warning' })
