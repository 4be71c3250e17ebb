/**
 * A figure and the yardstick it is held against, measured in the same run on the same machine.
 * A file `infra/bench/<name>.bench.ts` exports one as `benchmark` and is found by itself.
 */
export type Benchmark = {
  name: string
  /** What figure divided by yardstick should reach (`higher`) or stay below (`lower`). */
  goal: { ratio: number; better: 'higher' | 'lower' }
  /** Unit of both figures, such as `events/s`. */
  unit: string
  /** Two sizes, ten times apart, so that growth shows. */
  sizes: readonly number[]
  /** Sets a size up, as a server with so much in it. */
  setUp(size: number): Promise<BenchmarkSetup>
}

/** A figure and its yardstick, each taken several times. */
export type Measurement = { measure(): Promise<number>; yardstick(): Promise<number> }

/**
 * One size, set up, and taken down in the end. What took long to set up may be measured in several parts: each is
 * reported by itself, under the name of the benchmark and its own.
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
  /** How the figure grows with the size: figure ~ size ^ exponent. Missing with one size. */
  exponent?: number
}

/** Measures figure and yardstick in turns, so that a slow minute of the machine hits both. A report of each part. */
export async function runBenchmark(benchmark: Benchmark, rounds: number): Promise<Report[]> {
  const resultsOf = new Map<string, Result[]>()
  for (const size of benchmark.sizes) {
    const stage = await benchmark.setUp(size)
    try {
      for (const [name, turns] of partsOf(benchmark, stage)) {
        const result = await takeTurns(benchmark, { turns, size, rounds })
        resultsOf.set(name, [...(resultsOf.get(name) ?? []), result])
      }
    } finally {
      await stage.close?.()
    }
  }
  return [...resultsOf].map(([name, results]) => reportOf(benchmark, name, results))
}

const partsOf = ({ name }: Benchmark, stage: BenchmarkSetup): [name: string, turns: Measurement][] =>
  'parts' in stage
    ? Object.entries(stage.parts).map(([part, turns]) => [`${name}-${part}`, turns])
    : [[name, stage]]

type Taken = { turns: Measurement; size: number; rounds: number }

async function takeTurns({ goal }: Benchmark, { turns, size, rounds }: Taken): Promise<Result> {
  const figures: number[] = []
  const yardsticks: number[] = []
  for (let round = 0; round < rounds; round++) {
    yardsticks.push(await turns.yardstick())
    figures.push(await turns.measure())
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
  const sorted = [...values].sort((one, other) => one - other)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2
}

function growth(results: readonly Result[]): number | undefined {
  const [first, last] = [results[0], results.at(-1)]
  if (first === undefined || last === undefined || first === last) return undefined
  return Math.log(last.figure / first.figure) / Math.log(last.size / first.size)
}
