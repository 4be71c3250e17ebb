// What an admin has to know about the health of the installation: the state of each read model, and the problems as sentences.

import type { HealthResponse } from '@thirty/contracts/operations/health-api.ts'
import { diskLimits, goneAfterSeconds, healthLimits } from '@thirty/contracts/operations/health.ts'
import { t, formatNumber } from '../../shared/i18n/t.ts'
import { formatBytes } from '../../shared/http/download.ts'

export type Process = HealthResponse['processes'][number]

export const isGone = ({ ageSeconds }: Process): boolean => ageSeconds > goneAfterSeconds

type State = 'outdated' | 'stopped' | 'not-run' | 'building' | 'current' | 'behind' | 'lagging'

/** Returns each read model with its newest self-check and its state, as the present processes report them. */
export function readModelsOf({ readModels, processes, hasAllProcesses, allowedLagSeconds }: HealthResponse) {
  const projections = processes.flatMap((process) => (isGone(process) ? [] : process.projections))
  return readModels.map(({ name, state, lagSeconds }) => {
    const reports = projections.filter((projection) => projection.name === name)
    const checks = reports.flatMap(({ check }) => check ?? []).toSorted((one, other) => other.at - one.at)
    const shownState = (): State => {
      if (state === 'outdated') return state
      if (reports.some(({ isParked }) => isParked)) return 'stopped'
      // Else a process that is not known may run it.
      if (reports.length === 0 && hasAllProcesses) return 'not-run'
      if (state === 'building') return state
      if (lagSeconds > allowedLagSeconds) return 'lagging'
      return lagSeconds < 1 ? 'current' : 'behind'
    }
    return { name, lagSeconds, state: shownState(), check: checks[0] ?? null }
  })
}

export type ReadModel = ReturnType<typeof readModelsOf>[number]

/** A problem as a sentence, and what to do about it. */
export type HealthProblem = { text: string; advice: string; kind: 'danger' | 'warning' }

/** What may be a problem, and whether it is one. */
type Possible = readonly [isProblem: boolean, text: string, advice: string]

/** Finds everything that an admin has to know, the worst first. The alerts have the same limits. */
export function findProblems(health: HealthResponse): HealthProblem[] {
  const found = (kind: HealthProblem['kind'], possible: readonly Possible[]) =>
    possible.flatMap(([isProblem, text, advice]) => (isProblem ? [{ kind, text, advice }] : []))
  const { log, isStoreAvailable, hasAllProcesses, processes } = health
  const readModels = readModelsOf(health)
  return [
    ...found('danger', [
      [!log, t('adminHealth.logProblem'), t('adminHealth.logAdvice')],
      [!isStoreAvailable, t('adminHealth.storeProblem'), t('adminHealth.storeAdvice')],
      ...readModels.flatMap(readModelDangers),
      ...processes.filter((process) => !isGone(process)).flatMap(processDangers),
    ]),
    ...found('warning', [
      [!hasAllProcesses, t('adminHealth.reportsProblem'), t('adminHealth.reportsAdvice')],
      ...readModels.map(lagWarning),
      ...processes.flatMap(processWarnings),
    ]),
  ]
}

const readModelDangers = ({ name, state, check }: ReadModel): Possible[] => [
  [state === 'outdated', t('adminHealth.outdatedProblem', { name }), t('adminHealth.outdatedAdvice')],
  [state === 'stopped', t('adminHealth.stoppedProblem', { name }), t('adminHealth.stoppedAdvice')],
  [state === 'not-run', t('adminHealth.notRunProblem', { name }), t('adminHealth.notRunAdvice')],
  [check?.isHealed === false, t('adminHealth.driftProblem', { name }), t('adminHealth.driftAdvice')],
]

function lagWarning({ name, state, lagSeconds }: ReadModel): Possible {
  const seconds = formatNumber(Math.round(lagSeconds))
  return [
    state === 'lagging',
    t('adminHealth.laggingProblem', { name, seconds }),
    t('adminHealth.laggingAdvice'),
  ]
}

const isBelow = (freeBytes: number | null, limit: number): boolean => freeBytes !== null && freeBytes < limit

const processDangers = ({ host, storage: { freeBytes, refusal } }: Process): Possible[] => [
  [refusal !== null, t('adminHealth.refusalProblem', { host }), t('adminHealth.refusalAdvice')],
  [
    isBelow(freeBytes, diskLimits.fullBytes),
    t('adminHealth.diskFullProblem', { host }),
    t('adminHealth.diskFullAdvice'),
  ],
]

function processWarnings(process: Process): Possible[] {
  const { host, memoryBytes, mail, ageSeconds, untrustedProxy: address } = process
  if (isGone(process)) {
    const seconds = formatNumber(ageSeconds)
    return [[true, t('adminHealth.goneProblem', { host, seconds }), t('adminHealth.goneAdvice')]]
  }
  const { freeBytes, refusal } = process.storage
  const isFull = isBelow(freeBytes, diskLimits.fullBytes)
  const isLow = isBelow(freeBytes, diskLimits.lowBytes) && !isFull && refusal === null
  const free = formatBytes(freeBytes ?? 0)
  const memory = formatBytes(memoryBytes)
  const { waiting = 0, recentlyFailed = 0, recentlyDelivered = 0 } = mail ?? {}
  const failed = { host, count: formatNumber(recentlyFailed) }
  const isFailing = recentlyFailed > healthLimits.failedMails && recentlyFailed > recentlyDelivered
  const queued = { host, count: formatNumber(waiting) }
  const isQueued = waiting > healthLimits.waitingMails
  const isLarge = memoryBytes > healthLimits.memoryBytes
  const proxy = { host, address: address ?? '' }
  return [
    [isLow, t('adminHealth.diskLowProblem', { host, free }), t('adminHealth.diskFullAdvice')],
    [isLarge, t('adminHealth.memoryProblem', { host, memory }), t('adminHealth.memoryAdvice')],
    [isFailing, t('adminHealth.mailFailsProblem', failed), t('adminHealth.mailFailsAdvice')],
    [isQueued, t('adminHealth.mailWaitsProblem', queued), t('adminHealth.mailWaitsAdvice')],
    [!!address, t('adminHealth.proxyProblem', proxy), t('adminHealth.proxyAdvice')],
  ]
}
