import type { Benchmark } from './benchmark.ts'
import { snapshotBenchmark } from './load/snapshot-benchmark.ts'

/**
 * Starts all read models in memory from their snapshots, without process start and verification of the log, in a new process
 * each round. Yardstick: reading, verifying and decompressing the snapshots once.
 */
export const benchmark: Benchmark = snapshotBenchmark('start', {
  program: 'start-read-models.ts',
  yardstick: 'yardsticks/start.ts',
  goalRatio: 3,
})
