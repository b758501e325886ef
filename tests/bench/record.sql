-- Some seconds of statements, for record.py.
CREATE TABLE item(id INTEGER PRIMARY KEY, name TEXT, price REAL);
CREATE INDEX by_name ON item(name);
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
INSERT INTO item SELECT i, 'name' || (i * 7919 % 300007), i * 0.25 FROM n;
UPDATE item SET price = price * 1.1 WHERE id % 3 = 0;
SELECT count(*), sum(a.price) FROM item a JOIN item b ON b.name = a.name WHERE a.id % 2;
SELECT substr(name, 1, 5), count(*), avg(price) FROM item GROUP BY 1 ORDER BY 3 DESC;
DELETE FROM item WHERE name LIKE '%77%';
SELECT count(*) FROM item WHERE name > 'name4' ORDER BY price;
