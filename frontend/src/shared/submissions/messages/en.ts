export const en = {
  yourCertificate: 'Your certificate',
  certificateProgress: 'Certificate: {counted} of {total} days',
} as const
