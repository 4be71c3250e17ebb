// Checks the readiness of the process in the same container, for runtimes whose probes are commands.
const port = process.env['PORT'] ?? '3000'
const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(
  () => undefined,
)
process.exitCode = answer?.ok ? 0 : 1
