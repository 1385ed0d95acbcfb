/** For tests: the server's answer about rates, both ways between roubles and dollars. */
export const TEST_RATES = {
  status: 'ok',
  issued_at: '2026-11-20T14:05:00.000Z',
  expires_at: '2026-11-20T14:06:00.000Z',
  rates: [
    { id: 'q1', from_currency_code: 'RUB', to_currency_code: 'USD', quantity_in: '1', quantity_out: '0.0125' },
    { id: 'q2', from_currency_code: 'USD', to_currency_code: 'RUB', quantity_in: '1', quantity_out: '79' },
  ],
}
