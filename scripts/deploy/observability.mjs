// Checks that alerts and the dashboard are well-formed and query only metrics that the product exports.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { z } from 'zod'
import { createMetrics } from '../../infra/src/metrics/metrics.ts'
import { validationFindings, readDocuments } from './yaml-files.mjs'

const observabilityFolder = 'infra/deploy/observability'
const runbook = 'docs/operations.md'
/** What Prometheus puts before the anchor of a section, from an external label in prometheus.yml. */
const runbookAddress = '{{ $externalLabels.runbooks }}'

const rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z
        .array(
          z.strictObject({
            alert: z.string().regex(/^Thirty[A-Z]\w+$/),
            expr: z.string(),
            for: z
              .string()
              .regex(/^\d+[smh]$/)
              .optional(),
            labels: z.strictObject({ severity: z.enum(['warning', 'critical']) }),
            annotations: z.strictObject({ summary: z.string(), runbook_url: z.string() }),
          }),
        )
        .min(1),
    }),
  ),
})
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  schemaVersion: z.number(),
  templating: z.looseObject({ list: z.array(z.looseObject({ name: z.string(), query: z.string() })) }),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      title: z.string().min(1),
      type: z.enum(['row', 'stat', 'timeseries']),
      gridPos: z.strictObject({ h: z.number(), w: z.number().max(24), x: z.number().max(23), y: z.number() }),
      targets: z.array(z.looseObject({ expr: z.string() })).default([]),
    }),
  ),
})

/** Labels that Prometheus adds to every metric. */
const addedLabels = ['job', 'instance', 'role', 'namespace', 'pod']

/**
 * Returns the labels of every metric that the product exports. A histogram exports three metrics.
 * @returns {Map<string, string[]>}
 */
export function exportedMetrics() {
  const { registry } = createMetrics()
  /** @type {Map<string, string[]>} */
  const metrics = new Map([['up', addedLabels]])
  for (const metric of registry.getMetricsAsArray()) {
    // Missing in the types of prom-client, but every metric has both.
    const { name, labelNames } = /** @type {{ name: string, labelNames: string[] }} */ (
      /** @type {unknown} */ (metric)
    )
    const labels = [...labelNames, ...addedLabels]
    metrics.set(name, labels)
    for (const part of ['bucket', 'sum', 'count']) metrics.set(`${name}_${part}`, [...labels, 'le'])
  }
  return metrics
}

/**
 * @param {string} folder absolute path of a checkout
 * @param {ReadonlyMap<string, string[]>} metrics
 * @returns {string[]} one line for each finding
 */
export function observabilityFindings(folder, metrics) {
  return [
    ...alertFindings(folder, metrics),
    ...addressFindings(folder),
    ...dashboardFindings(folder, metrics),
  ]
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function alertFindings(folder, metrics) {
  const file = `${observabilityFolder}/alerts.yml`
  const anchors = runbookAnchors(folder)
  return readDocuments(folder, file).flatMap(({ document }) => {
    const parsed = rules.safeParse(document)
    if (!parsed.success) return validationFindings(file, parsed.error)
    return parsed.data.groups.flatMap((group) =>
      group.rules.flatMap(({ alert, expr, annotations }) => [
        ...queryFindings(`${file}: ${alert}`, expr, metrics),
        ...(comparesWithZero(expr) && !expr.includes('absent(')
          ? [`${file}: ${alert}: silent when nothing is scraped any more.`]
          : []),
        ...runbookFindings(annotations.runbook_url, anchors).map(
          (finding) => `${file}: ${alert}: ${finding}`,
        ),
      ]),
    )
  })
}

/**
 * An aggregation over nothing is no zero, but nothing.
 * @param {string} expr
 */
const comparesWithZero = (expr) => /^(sum|count|max)\b.*== 0/.test(expr)

/**
 * @param {string} address
 * @param {ReadonlySet<string>} anchors
 */
function runbookFindings(address, anchors) {
  if (!address.startsWith(`${runbookAddress}#`)) return [`${address} does not begin with ${runbookAddress}.`]
  const section = address.replace(runbookAddress, runbook)
  return anchors.has(section) ? [] : [`there is no ${section}.`]
}

const prometheus = z.looseObject({
  global: z.looseObject({
    external_labels: z.looseObject({ runbooks: z.url({ protocol: /^https$/ }).endsWith(`/${runbook}`) }),
  }),
})

/** @param {string} folder */
function addressFindings(folder) {
  const file = `${observabilityFolder}/prometheus.yml`
  return readDocuments(folder, file).flatMap(({ document }) => {
    const parsed = prometheus.safeParse(document)
    return parsed.success ? [] : validationFindings(file, parsed.error)
  })
}

/**
 * Returns the anchors of the runbook's sections.
 * @param {string} folder
 */
function runbookAnchors(folder) {
  const titles = [...readFileSync(join(folder, runbook), 'utf8').matchAll(/^#+ +(.+)$/gm)]
  return new Set(
    titles.map(([, title = '']) => {
      const anchor = title
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .trim()
        .replace(/\s/g, '-')
      return `${runbook}#${anchor}`
    }),
  )
}

/**
 * @param {string} folder
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function dashboardFindings(folder, metrics) {
  const file = `${observabilityFolder}/dashboard.json`
  const parsed = dashboard.safeParse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
  if (!parsed.success) return validationFindings(file, parsed.error)
  const { panels } = parsed.data
  const ids = panels.map(({ id }) => id)
  return [
    ...ids
      .filter((id, index) => ids.indexOf(id) !== index)
      .map((id) => `${file}: two panels have the id ${id}.`),
    ...panels
      .filter(({ type, targets }) => type !== 'row' && targets.length === 0)
      .map(({ title }) => `${file}: ${title} has no query.`),
    ...panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) => queryFindings(`${file}: ${title}`, expr, metrics)),
    ),
  ]
}

/**
 * @param {string} where
 * @param {string} query in PromQL, which may contain variables of Grafana
 * @param {ReadonlyMap<string, string[]>} metrics
 */
function queryFindings(where, query, metrics) {
  const text = query.replaceAll('$__rate_interval', '5m')
  /** @type {Set<string>} */
  const findings = new Set()
  parser.parse(text).iterate({
    enter: ({ type, node, from }) => {
      if (type.isError) findings.add(`${where}: syntax error at character ${from}: ${text}`)
      if (type.name !== 'VectorSelector') return
      for (const finding of selectorFindings(text, node, metrics)) findings.add(`${where}: ${finding}`)
    },
  })
  return [...findings]
}

/**
 * @param {string} text
 * @param {import('@lezer/common').SyntaxNode} selector
 * @param {ReadonlyMap<string, string[]>} metrics
 * @returns {string[]}
 */
function selectorFindings(text, selector, metrics) {
  /** @param {import('@lezer/common').SyntaxNode | null} node */
  const textOf = (node) => (node ? text.slice(node.from, node.to) : '')
  const name = textOf(selector.getChild('Identifier'))
  const labels = metrics.get(name)
  if (!labels) return [`the product exports no metric ${name}.`]
  const matchers = selector.getChild('LabelMatchers')?.getChildren('UnquotedLabelMatcher') ?? []
  return matchers
    .map((matcher) => textOf(matcher.getChild('LabelName')))
    .filter((label) => !labels.includes(label))
    .map((label) => `${name} has no label ${label}.`)
}
