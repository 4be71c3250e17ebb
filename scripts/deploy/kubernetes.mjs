// Validates the manifests against the schemas of Kubernetes and the rules of the product.
import { z } from 'zod'
import { validationFindings, readDocuments, yamlFiles } from './yaml-files.mjs'
import { imageFindings } from './images.mjs'
import { validateStrictly } from './strict-validation.mjs'

export const manifestFolder = 'infra/deploy/kubernetes'
const kustomizationFile = `${manifestFolder}/kustomization.yaml`

const probe = z.looseObject({ httpGet: z.looseObject({ port: z.literal('http') }) })
const container = z.looseObject({
  image: z.string(),
  startupProbe: probe,
  livenessProbe: probe,
  readinessProbe: probe,
  resources: z.looseObject({
    requests: z.looseObject({ cpu: z.string(), memory: z.string() }),
    limits: z.looseObject({ memory: z.string() }),
  }),
  securityContext: z.looseObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.looseObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
})
const deployment = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({
        serviceAccountName: z.literal('thirty'),
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.number().min(20),
        securityContext: z.looseObject({
          runAsNonRoot: z.literal(true),
          seccompProfile: z.looseObject({ type: z.literal('RuntimeDefault') }),
        }),
        topologySpreadConstraints: z.array(z.looseObject({})).min(1),
        containers: z.array(container).min(1),
      }),
    }),
  }),
})
const scaler = z.looseObject({
  spec: z.looseObject({
    metrics: z.array(
      z.looseObject({ pods: z.looseObject({ metric: z.looseObject({ name: z.string() }) }).optional() }),
    ),
  }),
})
const ingress = z.looseObject({
  spec: z.looseObject({
    rules: z.array(
      z.looseObject({
        http: z.looseObject({
          paths: z.array(
            z.looseObject({
              path: z.string(),
              pathType: z.string(),
              backend: z.looseObject({ service: z.looseObject({ name: z.string() }) }),
            }),
          ),
        }),
      }),
    ),
  }),
})
/** Paths that are for the local network only. Case matters here, and in the product. */
export const internalPaths = ['/metrics', '/readyz']
const manifest = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
})
const kustomization = z.looseObject({
  resources: z.array(z.string()),
  images: z.array(z.looseObject({ name: z.string(), newName: z.string(), newTag: z.string() })),
})

/**
 * @param {string} folder absolute path of a checkout
 * @param {ReadonlyMap<string, unknown>} metrics exported by the product, by name
 * @returns {Promise<string[]>} one line for each finding
 */
export async function kubernetesFindings(folder, metrics) {
  const files = yamlFiles(folder, manifestFolder).filter((file) => file !== kustomizationFile)
  const documents = files.flatMap((file) => readDocuments(folder, file))
  const findings = await Promise.all(documents.map((document) => manifestFindings(document, metrics)))
  return [
    ...findings.flat(),
    ...kustomizationFindings(folder, files),
    ...(documents.some(({ document }) => isDenyAllPolicy(document))
      ? []
      : [`${manifestFolder}: no policy denies all traffic by default.`]),
  ]
}

/**
 * @param {import('./yaml-files.mjs').Document} source
 * @param {ReadonlyMap<string, unknown>} metrics
 */
async function manifestFindings({ file, document }, metrics) {
  const parsed = manifest.safeParse(document)
  if (!parsed.success) return validationFindings(file, parsed.error)
  const { kind, apiVersion, metadata } = parsed.data
  const where = `${file}: ${kind} ${metadata.name}`
  return [
    ...(await schemaFindings(where, apiVersion, kind, document)),
    ...(/alpha|beta/.test(apiVersion) ? [`${where}: ${apiVersion} is not a stable version.`] : []),
    ...(kind === 'Secret' ? [`${where} must not be committed.`] : []),
    ...(kind === 'Deployment' ? shapeFindings(where, deployment, document) : []),
    ...(kind === 'Ingress' ? ingressFindings(where, document) : []),
    ...(kind === 'HorizontalPodAutoscaler' ? scalerFindings(where, document, metrics) : []),
  ]
}

/**
 * @param {string} where
 * @param {string} apiVersion as `apps/v1`
 * @param {string} kind
 * @param {unknown} document
 */
async function schemaFindings(where, apiVersion, kind, document) {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  const name = [group.split('.')[0] ?? '', version]
    .map((part) => part[0]?.toUpperCase() + part.slice(1))
    .join('')
  /** @type {{ validate: ((data: unknown) => boolean) & { errors?: import('ajv').ErrorObject[] | null } } | undefined} */
  const schema = await import(`kubernetes-models/_schemas/IoK8sApi${name}${kind}`).catch(() => undefined)
  if (!schema) return [`${where}: Kubernetes has no ${kind} in ${apiVersion}.`]
  const { isValid, unknownFields } = validateStrictly(document, schema.validate)
  const errors = isValid ? [] : (schema.validate.errors ?? [])
  return [
    ...errors.map(
      ({ instancePath, message, params }) => `${where}: ${instancePath} ${message ?? JSON.stringify(params)}`,
    ),
    ...unknownFields.map((path) => `${where}: ${path} is unknown.`),
  ]
}

/**
 * @param {string} where
 * @param {z.ZodType} shape
 * @param {unknown} document
 */
function shapeFindings(where, shape, document) {
  const parsed = shape.safeParse(document)
  return parsed.success ? [] : validationFindings(where, parsed.error)
}

/**
 * @param {string} where
 * @param {unknown} document
 */
function ingressFindings(where, document) {
  return ingress
    .parse(document)
    .spec.rules.flatMap(({ http: { paths } }) =>
      internalPaths
        .filter(
          (hidden) =>
            !paths.some(
              ({ path, pathType, backend }) =>
                path === hidden && pathType === 'Prefix' && backend.service.name !== 'web',
            ),
        )
        .map((hidden) => `${where}: ${hidden} is not hidden.`),
    )
}

/**
 * @param {string} where
 * @param {unknown} document
 * @param {ReadonlyMap<string, unknown>} metrics
 */
function scalerFindings(where, document, metrics) {
  const names = scaler.parse(document).spec.metrics.flatMap(({ pods }) => pods?.metric.name ?? [])
  return names
    .filter((name) => !metrics.has(name))
    .map((name) => `${where}: the product exports no metric ${name}.`)
}

/**
 * @param {string} folder
 * @param {string[]} files
 */
function kustomizationFindings(folder, files) {
  return readDocuments(folder, kustomizationFile).flatMap(({ document }) => {
    const parsed = kustomization.safeParse(document)
    if (!parsed.success) return validationFindings(kustomizationFile, parsed.error)
    const listed = parsed.data.resources.map((name) => `${manifestFolder}/${name}`)
    return [
      ...files
        .filter((file) => !listed.includes(file))
        .map((file) => `${kustomizationFile}: ${file} is not listed.`),
      ...parsed.data.images.flatMap(({ newName, newTag }) =>
        imageFindings(kustomizationFile, `${newName}:${newTag}`),
      ),
    ]
  })
}

/** @param {unknown} document */
const isDenyAllPolicy = (document) =>
  z
    .looseObject({
      kind: z.literal('NetworkPolicy'),
      spec: z.strictObject({
        podSelector: z.strictObject({}),
        policyTypes: z.tuple([z.literal('Ingress'), z.literal('Egress')]),
      }),
    })
    .safeParse(document).success
