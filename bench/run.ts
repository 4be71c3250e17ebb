import { glob, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { preparePrograms } from '../scripts/prepare/programs.mjs'
import { runBenchmark, type Benchmark, type Report } from './benchmark.ts'

// npm run bench [-- <name>…] [--rounds n]: runs the named benchmarks, or all of them. A missed goal is not a failure.

const { values, positionals } = parseArgs({
  options: { rounds: { type: 'string', default: '3' } },
  allowPositionals: true,
})
const folder = import.meta.dirname

async function load(): Promise<Benchmark[]> {
  const loaded: Benchmark[] = []
  for await (const file of glob('*.bench.ts', { cwd: folder })) {
    // Safe: every such file exports one; see benchmark.ts.
    const { benchmark } = (await import(join(folder, file))) as { benchmark: Benchmark }
    loaded.push(benchmark)
  }
  return loaded.sort((a, b) => a.name.localeCompare(b.name))
}

async function save(report: Report) {
  await mkdir(join(folder, 'results'), { recursive: true })
  await writeFile(join(folder, 'results', `${report.name}.json`), `${JSON.stringify(report, null, 2)}\n`)
}

function rowsOf({ name, unit, goal, results, exponent }: Report) {
  return results.map(({ size, figure, yardstick, ratio, reached }) => ({
    name,
    size,
    figure: `${formatFigure(figure)} ${unit}`,
    yardstick: `${formatFigure(yardstick)} ${unit}`,
    ratio: Number(ratio.toFixed(2)),
    goal: `${goal.better === 'higher' ? '≥' : '≤'} ${goal.ratio}${reached ? '' : ' (missed)'}`,
    exponent: exponent === undefined ? '' : Number(exponent.toFixed(2)),
  }))
}

const formatFigure = (figure: number) =>
  figure.toLocaleString('en', { maximumSignificantDigits: figure < 1000 ? 3 : 4, useGrouping: true })

const benchmarks = await load()
const unknown = positionals.filter((name) => !benchmarks.some((benchmark) => benchmark.name === name))
if (unknown.length > 0)
  throw new Error(
    `Unknown benchmark ${unknown.join(', ')}. Known benchmarks: ${benchmarks.map(({ name }) => name).join(', ')}.`,
  )
const selected =
  positionals.length === 0 ? benchmarks : benchmarks.filter(({ name }) => positionals.includes(name))
await preparePrograms()
const reports: Report[] = []
for (const benchmark of selected) {
  console.error(`${benchmark.name} …`)
  for (const report of await runBenchmark(benchmark, Number(values.rounds))) {
    await save(report)
    reports.push(report)
  }
}
console.table(reports.flatMap(rowsOf))
