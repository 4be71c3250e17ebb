/**
 * A figure and a yardstick to compare it with, measured in the same run on the same machine. Every file
 * `bench/<name>.bench.ts` exports one as `benchmark`.
 */
export type Benchmark = {
  name: string
  /** The ratio of figure to yardstick that should be reached (`higher`) or not exceeded (`lower`). */
  goal: { ratio: number; better: 'higher' | 'lower' }
  /** Unit of both figures, such as `events/s`. */
  unit: string
  /** Two sizes, a factor of ten apart, to measure growth. */
  sizes: readonly number[]
  /** Prepares a measurement, for example a server with data of this size. */
  setUp(size: number): Promise<BenchmarkSetup>
}

/** Measures figure and yardstick; each is called several times. */
export type Measurement = { measure(): Promise<number>; yardstick(): Promise<number> }

/**
 * A prepared size. An expensive setup may have several parts, each of which is reported separately under the names of
 * benchmark and part.
 */
export type BenchmarkSetup = (Measurement | { parts: Readonly<Record<string, Measurement>> }) & {
  close?(): Promise<void>
}

/** Medians of one size. */
export type Result = { size: number; figure: number; yardstick: number; ratio: number; reached: boolean }

export type Report = {
  name: string
  unit: string
  goal: Benchmark['goal']
  results: Result[]
  /** Growth with the size: figure ~ size ^ exponent. Missing with a single size. */
  exponent?: number
}

/** Measures figure and yardstick in alternation, so that noise of the machine affects both. Returns a report for each part. */
export async function runBenchmark(benchmark: Benchmark, rounds: number): Promise<Report[]> {
  const resultsOf = new Map<string, Result[]>()
  for (const size of benchmark.sizes) {
    const setup = await benchmark.setUp(size)
    try {
      for (const [name, measurement] of partsOf(benchmark, setup)) {
        const result = await measureRounds(benchmark, { measurement, size, rounds })
        resultsOf.set(name, [...(resultsOf.get(name) ?? []), result])
      }
    } finally {
      await setup.close?.()
    }
  }
  return [...resultsOf].map(([name, results]) => reportOf(benchmark, name, results))
}

const partsOf = ({ name }: Benchmark, setup: BenchmarkSetup): [name: string, measurement: Measurement][] =>
  'parts' in setup
    ? Object.entries(setup.parts).map(([part, measurement]) => [`${name}-${part}`, measurement])
    : [[name, setup]]

type Rounds = { measurement: Measurement; size: number; rounds: number }

async function measureRounds({ goal }: Benchmark, { measurement, size, rounds }: Rounds): Promise<Result> {
  const figures: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < rounds; round++) {
    yardsticks.push(await measurement.yardstick())
    figures.push(await measurement.measure())
  }
  return resultOf(goal, size, median(figures), median(yardsticks))
}

function resultOf(goal: Benchmark['goal'], size: number, figure: number, yardstick: number): Result {
  const ratio = figure / yardstick
  return {
    size,
    figure,
    yardstick,
    ratio,
    reached: goal.better === 'higher' ? ratio >= goal.ratio : ratio <= goal.ratio,
  }
}

function reportOf({ unit, goal }: Benchmark, name: string, results: Result[]): Report {
  const exponent = growth(results)
  return { name, unit, goal, results, ...(exponent === undefined ? {} : { exponent }) }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}

function growth(results: readonly Result[]): number | undefined {
  const [first, last] = [results[0], results.at(-1)]
  if (first === undefined || last === undefined || first === last) return undefined
  return Math.log(last.figure / first.figure) / Math.log(last.size / first.size)
}
