import type { Benchmark } from './benchmark.ts'
import { snapshotBenchmark } from './load/snapshot-benchmark.ts'

/**
 * The 99th percentile of the CPU time of past leaderboards at random positions, from snapshots on disk. Yardstick: reading and
 * parsing the largest snapshot and the events that may lie between two of them.
 */
export const benchmark: Benchmark = snapshotBenchmark('time-travel', {
  program: 'time-travel.ts',
  yardstick: 'yardsticks/time-travel.ts',
  goalRatio: 2,
})
