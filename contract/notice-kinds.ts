/** The subjects of notifications: money in, money out, exchanges, requests, sign-ins, identification, rate alerts, and news from the wallet. */
export const NOTICE_KINDS = [
  'money_in',
  'money_out',
  'exchange',
  'request',
  'security',
  'identification',
  'rate_alert',
  'news',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]
