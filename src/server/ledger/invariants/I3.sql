-- I3 no guarded account is overdrawn, and each account has the side and guard of its kind
SELECT a.id, a.kind, a.debits, a.credits
FROM account a JOIN account_kind k ON k.kind = a.kind
WHERE (k.guarded AND CASE k.normal WHEN 'C' THEN a.credits < a.debits ELSE a.debits < a.credits END)
   OR a.guarded <> k.guarded OR a.normal <> k.normal;
